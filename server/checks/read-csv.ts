/**
 * The rows of a CSV file (RFC 4180, and what spreadsheets write besides): cells between commas, semicolons or tabs, whichever
 * its first line has most of; a cell in quotes holds separators, breaks and doubled quotes. Empty lines are rows without cells
 * that say anything, so that rows count as they do in a spreadsheet.
 */
export function rowsOfCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = (): void => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && body[at + 1] === '\n') at += 1;
      endRow();
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function separatorOf(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  const counted = [';', ',', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.sign;
}
