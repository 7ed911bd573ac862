/** An account's number in groups of four, as it is printed and read out (ISO 13616-1). */
export const groupsOf = (account: string): string[] => account.replace(/\s/g, '').match(/.{1,4}/g) ?? [];

/** An account in such groups; whoever copies it gets it without gaps. */
export function Account({ account }: { account: string }) {
  return (
    <span className="account">
      {groupsOf(account).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name than their place
        <span key={index}>
          <wbr />
          {group}
        </span>
      ))}
    </span>
  );
}
