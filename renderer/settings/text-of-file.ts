/** What a file of a spreadsheet says. Those on Romanian Windows write Windows-1250 where they do not write UTF-8. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1250').decode(bytes);
  }
}
