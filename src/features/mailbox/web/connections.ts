import type { Connection } from '../../google-accounts/web/extensions.ts'
import { GmailRow } from './GmailRow.tsx'

export const connections: readonly Connection[] = [{ id: 'gmail', order: 10, Row: GmailRow }]
