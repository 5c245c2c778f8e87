/** A person or a record whose entries alone are shown. */
export interface Narrowed {
  person?: { id: number; name: string }
  record?: { subject: string; subject_id: string; name: string }
}
