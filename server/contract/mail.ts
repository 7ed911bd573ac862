/** Who sent a mail, and when, as the mail itself says; nobody vouches for it. */
export interface MailOrigin {
  from: string | null;
  /** As ISO 8601 has it. */
  date: string | null;
}
