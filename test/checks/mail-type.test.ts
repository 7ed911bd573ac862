import { expect, it } from 'vitest';
import { isMail } from '../../server/checks/mail-type.ts';
import { eml, msg } from '../helpers/mails.ts';

it.each([
  ['a mail that was saved', eml(), true],
  ['a mail of Outlook', msg(), true],
  ['one whose first header is folded', Buffer.from('ARC-Seal: i=1; a=rsa\r\n\tcv=none\r\nFrom: a@b.example\r\n'), true],
  ['a note that begins with a name', Buffer.from('Subject: bread\n\nmilk\n'), false],
  ['a list of names', Buffer.from('bread: 2\nmilk: 3\n'), false],
  ['a PDF', Buffer.from('%PDF-1.7\n'), false],
  ['XML', Buffer.from('<Invoice xmlns:a="b">\n<Date:x>'), false],
  ['nothing', Buffer.alloc(0), false],
])('%s is told from its first bytes', (_, bytes, itIs) => {
  expect(isMail(bytes)).toBe(itIs);
});
