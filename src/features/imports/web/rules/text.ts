import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import type { Import, ImportOptions, ImportSummary, Mapping, PreviewRow } from '../../contract.ts'
import { separatorNames } from '../../rules/separator.ts'

const number = (value: number) => value.toLocaleString('en-CA')
const some = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

/** The state of an import in a word or two. */
export const statusLabels: Readonly<Record<ImportSummary['status'], string>> = {
  waiting: 'Not started',
  queued: 'Starting',
  running: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}

const encodingNames: Readonly<Record<Import['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
}

/** What a file is, in one line: "1,204 rows · HubSpot · comma · UTF-8". */
export function fileText(one: Import): string {
  const rows = one.kind === 'vcard' ? some(one.row_count, 'card', 'cards') : some(one.row_count, 'row', 'rows')
  if (one.kind === 'xlsx') return [rows, one.origin, sheetText(one), headerText(one)].filter(Boolean).join(' · ')
  const separator = one.separator ? `separated by ${separatorNames[one.separator]}` : null
  return [rows, one.origin, separator, encodingNames[one.encoding], headerText(one)].filter(Boolean).join(' · ')
}

const headerText = ({ kind, has_header }: Import) => (kind !== 'vcard' && !has_header ? 'no header' : null)
const sheetText = ({ sheet }: Import) =>
  sheet === null ? 'Excel' : `Excel, sheet “${sheet}” (other sheets are ignored)`

/** What an import did, in one line; only what is not nothing. */
export function resultText(one: ImportSummary): string {
  if (one.status === 'undone') {
    const undone = [
      one.holds === 'history'
        ? `${some(one.deleted, 'entry', 'entries')} taken off`
        : `${some(one.deleted, 'lead', 'leads')} deleted`,
      one.restored > 0 && `${number(one.restored)} put back`,
      one.kept > 0 && `${number(one.kept)} kept`,
    ]
    return undone.filter(Boolean).join(' · ')
  }
  if (one.holds === 'history') return historyText(one)
  const parts = [
    one.created > 0 && `${number(one.created)} new`,
    one.merged > 0 && `${number(one.merged)} merged`,
    one.skipped > 0 && `${number(one.skipped)} skipped`,
    one.failed > 0 && `${number(one.failed)} failed`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : some(one.row_count, 'row', 'rows')
}

function historyText(one: ImportSummary): string {
  const parts = [
    one.created > 0 && `${some(one.created, 'entry', 'entries')} added`,
    one.skipped > 0 && `${number(one.skipped)} there already`,
    one.failed > 0 && `${number(one.failed)} not matched`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : some(one.row_count, 'entry', 'entries')
}

/** What an undo asks first. */
export const undoQuestion = ({ holds, created, merged }: ImportSummary): string =>
  holds === 'history'
    ? `${some(created, 'entry', 'entries')} will be taken off timelines and task lists. Those that somebody changed since then stay.`
    : `${some(created, 'new lead', 'new leads')} will be deleted and ${some(merged, 'merged row', 'merged rows')} undone. Leads changed since then stay as they are.`

/** What will happen to a row, in a word. */
const outcomeLabel: Readonly<Record<PreviewRow['outcome'], string>> = {
  created: 'New',
  merged: 'Merged',
  skipped: 'Skipped',
  failed: 'Failed',
}

const verbs = { merged: 'update', created: 'add', skipped: 'skip', failed: 'fail' } as const

/** What the button does, "Update 4, add 1, fail 1", where the preview shows every row; how many rows otherwise. */
export function startLabel(rowCount: number, rows: readonly Pick<PreviewRow, 'outcome'>[]): string {
  if (rowCount === 0 || rows.length < rowCount) return `Import ${some(rowCount, 'row', 'rows')}`
  const counts = Object.entries(verbs).flatMap(([outcome, verb]) => {
    const count = rows.filter(row => row.outcome === outcome).length
    return count > 0 ? `${verb} ${number(count)}` : []
  })
  return counts.join(', ').replace(/^./, character => character.toUpperCase())
}

/** The same of an entry of a history: it is added to somebody, or nobody is found. */
export const outcomeLabelOf = (outcome: PreviewRow['outcome'], isHistory: boolean): string =>
  isHistory && outcome === 'created'
    ? 'Added'
    : isHistory && outcome === 'failed'
      ? 'Not matched'
      : outcomeLabel[outcome]

/** What a mapping lacks, by what the file holds. */
export const whatIsMissing = {
  people: 'Choose a column that holds a name, an e-mail address or a phone number.',
  history: 'Choose a column that says whom an entry is about, and one that says what happened.',
} as const

/** What becomes of the columns: none is lost without a word. */
export function columnsText(mapping: Mapping, { keep_rest }: ImportOptions): string {
  const used = mapping.filter(field => field !== null).length
  const rest = mapping.length - used
  const left = rest === 0 ? '' : keep_rest ? `, ${number(rest)} kept as a note` : `, ${number(rest)} left out`
  return `${number(used)} of ${number(mapping.length)} columns used${left}`
}

/** What a dry run says of itself. */
export function dryRunSentence({ dry_run: run, row_count }: Import, isOfThis: boolean): string {
  if (run === null) return 'Goes through the whole file and shows what would happen. Nothing is saved.'
  if (!isOfThis) return 'You changed something since the last dry run.'
  if (run.status === 'running') return `${number(run.rows_done)} of ${some(row_count, 'row', 'rows')} tried`
  return run.status === 'done'
    ? `This is what ${some(row_count, 'row', 'rows')} would do. Nothing was saved.`
    : 'The file could not be read to its end. Upload it again.'
}

/** The hue of that word; none for what changes nothing. */
export const outcomeHues: Readonly<Record<PreviewRow['outcome'], { hue?: Hue }>> = {
  created: { hue: 'green' },
  merged: { hue: 'blue' },
  skipped: {},
  failed: { hue: 'red' },
}

const columnLabel: Readonly<Record<string, string>> = {
  email_key: '',
  area_ids: 'areas',
  tag_ids: 'tags',
  status_value: 'status',
  agent_id: 'agent',
  claimed_by: '',
  claimed_at: '',
  roles: 'type',
  stated_price_min: 'price from',
  stated_price_max: 'price to',
}

/** What a row changed of its lead: "Phone, areas". */
export function changedText(columns: readonly string[]): string {
  const text = columns.map(column => columnLabel[column] ?? column.replaceAll('_', ' ')).filter(Boolean)
  return text.join(', ').replace(/^./, character => character.toUpperCase()) || 'No changes'
}

/** How far an import is, 0 to 1. */
export const shareDone = ({ rows_done, row_count }: ImportSummary): number =>
  row_count === 0 ? 0 : Math.min(1, rows_done / row_count)

/** How long it will still take at the pace so far; nothing before the pace is known. */
export function timeLeft(one: ImportSummary, now: Date): string | null {
  const spent = one.started_at ? (now.getTime() - Date.parse(one.started_at)) / 1000 : 0
  if (one.status !== 'running' || one.rows_done < 1000 || spent < 3) return null
  const seconds = Math.round((spent / one.rows_done) * (one.row_count - one.rows_done))
  if (seconds < 10) return 'a few seconds left'
  return seconds < 90
    ? `about ${Math.round(seconds / 10) * 10} seconds left`
    : `about ${Math.round(seconds / 60)} minutes left`
}
