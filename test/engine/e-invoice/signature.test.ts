import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonicalElement } from '../../../server/engine/e-invoice/canonical.ts';
import { checkSignature, knownSigners } from '../../../server/engine/e-invoice/signature.ts';
import { fingerprint, romanianInvoice, signatureOver, signer } from '../../helpers/e-invoices.ts';

const xml = romanianInvoice({ vat: 'RO18547290', name: 'Auto Test 2003 SRL' });
const trusted = new Set([fingerprint]);
const check = (file: string, signature: string | null, signers: ReadonlySet<string> = trusted) =>
  checkSignature(Buffer.from(file), signature === null ? null : Buffer.from(signature), signers);

describe('the signature beside an e-invoice', () => {
  it('is intact where it fits the file byte for byte and its certificate is known', () => {
    expect(check(xml, signatureOver(xml))).toBe('intact');
  });

  it('is intact however its long values are broken into lines', () => {
    const wrapped = (all: string): string =>
      all.replace(
        /(?<=<(?:SignatureValue|X509Certificate)>)[^<]+/g,
        (value) => `\n${value.replace(/.{76}/g, '$&&#13;\n')}\n`,
      );
    expect(signatureOver(xml, wrapped)).toContain('&#13;');
    expect(check(xml, signatureOver(xml, wrapped))).toBe('intact');
  });

  it('is of an unknown signer where it fits and its certificate is not known', () => {
    expect(check(xml, signatureOver(xml), knownSigners())).toBe('unknown_signer');
    expect(check(xml, signatureOver(xml), new Set())).toBe('unknown_signer');
  });

  it('is none where none came', () => {
    expect(check(xml, null)).toBe('none');
  });

  it.each<[string, string, (signature: string) => string]>([
    ['a byte of the file', xml.replace('FMN 2026-00417', 'FMN 2026-00418'), (same) => same],
    ['a space at the end of the file', `${xml} `, (same) => same],
    ['the address of the reference', xml, (all) => all.replace('URI="factura.xml"', 'URI="alta.xml"')],
    ['white space inside what is signed', xml, (all) => all.replace('<Reference', ' <Reference')],
    ['the value of the signature', xml, (all) => all.replace(/<SignatureValue>./, '<SignatureValue>A')],
  ])('is altered where %s was changed', (_name, file, change) => {
    expect(check(file, signatureOver(xml, change))).toBe('altered');
  });

  it('is altered whichever byte of the file is another one', () => {
    const signature = Buffer.from(signatureOver(xml));
    const bytes = Buffer.from(xml);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = changed[at]! ^ by;
        expect(checkSignature(changed, signature, trusted)).toBe('altered');
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, (signature: string) => string]>([
    ['no signature', () => '<Signature/>'],
    ['no XML', () => 'semnătură'],
    ['without its certificate', (all) => all.replace(/<KeyInfo>.*<\/KeyInfo>/, '')],
    ['with a certificate that is none', (all) => all.replace(/(<X509Certificate>).*(<\/X509Certificate>)/, '$1AAAA$2')],
    ['in a form of canonical XML that is not known', (all) => all.replace('REC-xml-c14n-20010315', 'another')],
    ['made with a method that is not known', (all) => all.replace('#rsa-sha256', '#rsa-md5')],
    [
      'of the file after it was changed into another form',
      (all) =>
        all
          .replace('<DigestMethod', '<Transforms><Transform Algorithm="urn:other"/></Transforms><DigestMethod')
          .replace(/<DigestValue>./, '<DigestValue>A'),
    ],
  ])('cannot be read: it is %s', (_name, change) => {
    expect(check(xml, signatureOver(xml, change))).toBe('unreadable');
  });

  it('holds only over what was signed, whatever is put in its place', () => {
    const whole = signatureOver(xml);
    const infoOf = (signature: string) => /<SignedInfo>.*<\/SignedInfo>/.exec(signature)?.[0];
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(30), fc.string({ maxLength: 30 }), (at, length, text) => {
        const signature = whole.slice(0, at) + text + whole.slice(at + length);
        const state = check(xml, signature);
        if (infoOf(signature) !== infoOf(whole)) expect(['unreadable', 'altered']).toContain(state);
        else expect(['unreadable', 'altered', 'unknown_signer', 'intact']).toContain(state);
      }),
      { numRuns: 200 },
    );
  });

  it('names certificates of the ministry by what they are', () => {
    expect(knownSigners().size).toBe(3);
    expect(new X509Certificate(signer.certificate.raw).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      fingerprint,
    );
  });
});

const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const signed = (text: string, algorithm: string) => canonicalElement(text, 'SignedInfo', algorithm);

describe('the canonical form of what is signed', () => {
  // The expected texts are those that xml-crypto 6.3.2 writes.
  const prefixed = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="s"><ds:SignedInfo>\r\n  <ds:Reference URI='#a"b' Id="r" Type="t"><ds:DigestValue>A &gt; B &amp; C</ds:DigestValue>\n  </ds:Reference></ds:SignedInfo></ds:Signature>`;
  const nested =
    '<a:Signature xmlns:a="urn:a" xmlns:b="urn:b" xmlns="urn:d"><a:SignedInfo b:z="1" a:y="2" x="3"><Inner xmlns=""><a:Deep xmlns:c="urn:c" c:q="4"/></Inner></a:SignedInfo></a:Signature>';
  const inside = `>\n  <ds:Reference Id="r" Type="t" URI="#a&quot;b"><ds:DigestValue>A &gt; B &amp; C</ds:DigestValue>\n  </ds:Reference></ds:SignedInfo>`;

  test.each([
    [
      prefixed,
      inclusive,
      `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"${inside}`,
    ],
    [prefixed, exclusive, `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"${inside}`],
    [
      nested,
      inclusive,
      '<a:SignedInfo xmlns="urn:d" xmlns:a="urn:a" xmlns:b="urn:b" x="3" a:y="2" b:z="1"><Inner xmlns=""><a:Deep xmlns:c="urn:c" c:q="4"></a:Deep></Inner></a:SignedInfo>',
    ],
    [
      nested,
      exclusive,
      '<a:SignedInfo xmlns:a="urn:a" xmlns:b="urn:b" x="3" a:y="2" b:z="1"><Inner><a:Deep xmlns:c="urn:c" c:q="4"></a:Deep></Inner></a:SignedInfo>',
    ],
  ])('%#: name spaces, attributes and white space stand as the norm has them', (text, algorithm, expected) => {
    expect(signed(text, algorithm)).toBe(expected);
  });

  test.each([
    ['entities', '<S><SignedInfo>&#65;</SignedInfo></S>'],
    ['comments', '<S><SignedInfo><!-- a --></SignedInfo></S>'],
    ['sections', '<S><SignedInfo><![CDATA[a]]></SignedInfo></S>'],
    ['attributes of xml:', '<S xml:lang="ro"><SignedInfo/></S>'],
    ['two of them', '<S><SignedInfo/><SignedInfo/></S>'],
    ['none of them', '<S/>'],
  ])('is none where there are %s', (_name, text) => {
    expect(signed(text, inclusive)).toBeNull();
  });
});
