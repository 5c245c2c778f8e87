/**
 * What an entry of the audit log says after the name of whoever did it, such as `flagged {lead} as bogus`. In braces stands
 * what is put in:
 *
 * - `{lead}`, `{user}` or another kind of record whose names are known: the record of that kind that the entry is about;
 * - `{agent to_agent_id}`: the record of that kind whose id is in this field of the request or of the change;
 * - `{text name}`: the value of a field, in quotation marks;
 * - `{leads}`: how many leads were chosen, by name where it is one.
 */
export type AuditTemplate = string

/** How an act reads in the log. */
export interface AuditSentence {
  did: AuditTemplate
  /** What is said when it was refused; the name of the call when left out. */
  refused?: AuditTemplate
  /** Who did it where nobody was signed in: the lead or the user it is about, by a link in an e-mail or by signing in. */
  by?: 'lead' | 'user'
}
