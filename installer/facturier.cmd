@echo off
rem The command line, on the Node that is installed beside it.
"%~dp0node.exe" "%~dp0..\dist\server\cli.js" %*
