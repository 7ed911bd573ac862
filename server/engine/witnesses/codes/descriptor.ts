/** `SPD*1.0*KEY:value*KEY:value`; null where it is not of this form or names a key twice. */
export function descriptorFields(text: string, name: 'SPD' | 'SID'): Map<string, string> | null {
  const [tag, version, ...parts] = text.trim().split('*');
  if (tag !== name || !/^\d\.\d$/.test(version ?? '')) return null;
  const fields = new Map<string, string>();
  for (const part of parts.filter((each) => each !== '')) {
    const [, key, value] = /^([A-Z][A-Z0-9-]*):(.*)$/su.exec(part) ?? [];
    const plain = value === undefined ? null : decoded(value);
    if (key === undefined || plain === null || fields.has(key)) return null;
    fields.set(key, plain);
  }
  return fields.size === 0 ? null : fields;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    // A lone percent sign is no escape: the code is malformed.
    return null;
  }
}
