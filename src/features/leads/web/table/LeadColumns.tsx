import {
  IconMail,
  IconMailOff,
  IconMessage2,
  IconMessage2Off,
  IconMessageCircle,
  IconPhone,
  IconPhoneOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge, Sparkline } from '../../../../platform/ui/pieces.tsx'
import { sinceShort } from '../../../../platform/web/time/time.ts'
import type { LeadList, LeadSortKey } from '../../contract/filters.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadPath } from '../../rules.ts'
import { RowStatus } from '../page/LeadStatus.tsx'
import { contactOf, reachOf } from '../rules/reach.ts'
import {
  AREA_CAP,
  activeText,
  areasOf,
  areasShown,
  contactedText,
  isNeglected,
  leadName,
  NO_PROFILES,
  priceText,
  rowDay,
} from '../rules/wording.ts'
import { useExtensions } from '../useExtensions.ts'
import classes from './LeadsTable.module.css'
import { MoreAreas } from './MoreAreas.tsx'

/** What a cell may use beside its lead. */
export interface CellContext {
  now: Date
  /** The reader's zone, in which days begin. */
  zone: string
  mayOpen: boolean
  list: LeadList
  changeStatus(lead: LeadRow, value: number): void
}

/** One column of the list. A new field of the lead is one more entry here. */
export interface LeadColumn {
  id: string
  title: string
  /** Pixels; the share of the room that is left, for columns that stretch. */
  width: number
  stretch?: number
  sort?: LeadSortKey
  end?: boolean
  /** Further away from the numbers before it. */
  indent?: boolean
  /** When the window is too narrow, the column with the lowest number leaves first; without one it stays. */
  leaves?: number
  /** Columns that people switch on themselves. */
  hidden?: boolean
  /** Lists of one's own leads leave it out, unless somebody switched it on: it would say one's own name in each row. */
  ofOthers?: boolean
  /** Lists narrower than this leave it out, unless somebody switched it on. */
  from?: number
  cell(lead: LeadRow, context: CellContext): ReactNode
}

/** What asks for an answer, as the one badge that a row may have. */
export function badgeOf(lead: LeadRow): ReactNode {
  const asks = lead.open_requests
  if (asks.includes('offer_submission')) return <Badge hue="pink">Offer</Badge>
  if (asks.includes('viewing_request')) return <Badge hue="blue">Viewing</Badge>
  return asks.includes('sell_request') ? <Badge hue="violet">Sell</Badge> : null
}

/** What features further up say beside a name. */
export function RowMarks({ lead }: { lead: LeadRow }) {
  return useExtensions().rowMarks.map(({ id, Mark }) => <Mark key={id} lead={lead} />)
}

/** Whether a lead looks at one of the sites right now. */
export const isHere = (lead: LeadRow, { now, zone }: CellContext): boolean =>
  lead.was_active && sinceShort(lead.last_active_at, now, zone) === 'now'

function NameCell({ lead, context }: { lead: LeadRow; context: CellContext }) {
  const badge = badgeOf(lead)
  return (
    <>
      {isHere(lead, context) && <span className={classes.unseen} role="img" aria-label="On the site now" />}
      {context.mayOpen ? (
        <a className={classes.name} href={leadPath(lead)} tabIndex={-1} data-lead={lead.id} dir="auto">
          {leadName(lead)}
        </a>
      ) : (
        <span className={classes.name} dir="auto" title={NO_PROFILES}>
          {leadName(lead)}
        </span>
      )}
      {badge && <span className={classes.badge}>{badge}</span>}
      <RowMarks lead={lead} />
    </>
  )
}

/** How a lead can be reached: an icon for each channel, crossed out when it does not work. */
function ReachCell({ lead }: { lead: LeadRow }) {
  const reach = reachOf(lead)
  const words = [reach.call && 'call', reach.email && 'e-mail', reach.text && 'text'].filter(Boolean).join(', ')
  const [Call, Mail, Text] = [
    reach.call ? IconPhone : IconPhoneOff,
    reach.email ? IconMail : IconMailOff,
    reach.text ? IconMessage2 : IconMessage2Off,
  ]
  return (
    <span className={classes.reach} role="img" aria-label={words ? `Can be reached by ${words}` : 'Cannot be reached'}>
      <Call size={14} stroke={1.6} data-off={reach.call ? undefined : ''} />
      <Mail size={14} stroke={1.6} data-off={reach.email ? undefined : ''} />
      <Text size={14} stroke={1.6} data-off={reach.text ? undefined : ''} />
    </span>
  )
}

function AreasCell({ lead }: { lead: LeadRow }) {
  const areas = areasOf(lead)
  return (
    <>
      <span className={classes.cut}>{areasShown(areas).names || lead.primary_area}</span>
      <MoreAreas areas={areas} cap={AREA_CAP} />
    </>
  )
}

/** Where what is said with a lead by text is read and answered. */
function ChatCell({ lead }: { lead: LeadRow }) {
  if (!reachOf(lead).text) return null
  return (
    <a
      className={classes.chat}
      href={`sms:${contactOf(lead).phone}`}
      tabIndex={-1}
      aria-label={`Chat with ${leadName(lead)}`}
    >
      <IconMessageCircle size={15} stroke={1.6} />
    </a>
  )
}

/** The first tag, and how many follow it. */
function TagsCell({ tags: [first, ...others] }: Pick<LeadRow, 'tags'>) {
  if (!first) return null
  return (
    <span className={classes.cut} title={[first, ...others].map(({ name }) => name).join(', ')}>
      {first.name}
      {others.length > 0 && <span className={classes.meta}> +{others.length}</span>}
    </span>
  )
}

const typeText = (lead: LeadRow) => {
  const [first, ...others] = lead.roles_string ? lead.roles_string.split(', ') : []
  return others.length > 0 ? `${first} +${others.length}` : (first ?? '')
}

/** The sparkline in words. */
export const visitsText = (lead: LeadRow): string => {
  const visits = lead.activity.reduce((sum, week) => sum + week, 0)
  return visits === 0 ? 'No visits in 12 weeks' : `${visits} ${visits === 1 ? 'visit' : 'visits'} in 12 weeks`
}

/** The columns in their order: who, how far, how hot, what, where, when, reach, whose. */
export const leadColumns: readonly LeadColumn[] = [
  {
    id: 'name',
    title: 'Name',
    width: 170,
    stretch: 223,
    sort: 'first_name',
    cell: (lead, context) => <NameCell lead={lead} context={context} />,
  },
  {
    id: 'status',
    title: 'Status',
    width: 153,
    sort: 'status_value',

    cell: (lead, context) => (
      <RowStatus value={lead.status_value} onChange={value => context.changeStatus(lead, value)} />
    ),
  },
  {
    id: 'score',
    title: 'Score',
    width: 47,
    sort: 'lead_score',
    end: true,
    cell: lead => <span className={`${classes.strong} ${classes.figure}`}>{lead.lead_score.toFixed(1)}</span>,
  },
  {
    id: 'type',
    indent: true,
    title: 'Type',
    width: 92,
    leaves: 6,
    cell: lead => (
      <span className={classes.cut} title={lead.roles_string}>
        {typeText(lead)}
      </span>
    ),
  },
  {
    id: 'price',
    title: 'Price',
    width: 56,
    end: true,
    cell: lead => <span className={`${classes.ink} ${classes.figure}`}>{priceText(lead)}</span>,
  },
  {
    id: 'location',
    indent: true,
    title: 'Location',
    width: 150,
    stretch: 192,
    cell: lead => <AreasCell lead={lead} />,
  },
  {
    id: 'last_active',
    title: 'Last active',
    width: 124,
    sort: 'last_active_at',

    cell: (lead, { now, zone }) => (
      <>
        <span className={classes.spark}>
          <Sparkline values={lead.activity} label={visitsText(lead)} />
        </span>
        <span className={classes.figure}>{activeText(lead.last_active_at, now, zone)}</span>
      </>
    ),
  },
  {
    id: 'contacted',
    title: 'Contacted',
    width: 96,
    sort: 'last_contacted_at',
    leaves: 5,
    cell: (lead, { now, zone }) => (
      <span className={`${classes.figure} ${isNeglected(lead, now, zone) ? classes.late : ''}`}>
        {contactedText(lead.last_contacted_at, now, zone)}
      </span>
    ),
  },
  { id: 'contact', title: 'Contact', width: 78, leaves: 4, cell: lead => <ReachCell lead={lead} /> },
  { id: 'chat', title: 'Chat', width: 44, leaves: 0.5, from: 1500, cell: lead => <ChatCell lead={lead} /> },
  {
    id: 'agent',
    title: 'Agent',
    width: 110,
    stretch: 124,
    leaves: 3,
    ofOthers: true,
    cell: lead => <span className={classes.cut}>{lead.agent?.name ?? ''}</span>,
  },
  {
    id: 'claimed',
    title: 'Claimed',
    width: 72,
    sort: 'claimed_at',
    leaves: 2,
    cell: (lead, { now, zone }) => (
      <span className={classes.meta}>{lead.claimed_at && rowDay(lead.claimed_at, now, zone)}</span>
    ),
  },
  {
    id: 'created',
    title: 'Signed up',
    width: 94,
    sort: 'created_at',
    leaves: 1,
    cell: (lead, { now, zone }) => <span className={classes.meta}>{rowDay(lead.created_at, now, zone)}</span>,
  },
  { id: 'tags', title: 'Tags', width: 150, hidden: true, cell: lead => <TagsCell tags={lead.tags} /> },
  {
    id: 'email',
    title: 'E-mail',
    width: 190,
    hidden: true,
    cell: lead => <span className={classes.cut}>{contactOf(lead).email}</span>,
  },
  { id: 'id', title: 'Id', width: 64, hidden: true, cell: lead => <span className={classes.meta}>{lead.id}</span> },
]

/** Room for the checkbox in front, and for the arrow beside it where rows unfold. */
const SELECT_WIDTH = 45
const UNFOLD_WIDTH = 20

/** Columns that people switched on or off. */
export type Switched = Readonly<Record<string, boolean>>

/** Lists that hold the leads of several agents. */
const listsOfOthers: readonly LeadList[] = ['all', 'adminsearch']

/** Whether a list shows a column where there is room for it: as the person switched it, otherwise by its own habit. */
export const isSwitchedOn = ({ id, hidden, ofOthers }: LeadColumn, switched: Switched, list: LeadList): boolean =>
  switched[id] ?? !(hidden || (ofOthers && !listsOfOthers.includes(list)))

/** The columns that a list of this width shows, with what the person switched on or off. */
export function columnsThatFit(width: number, switched: Switched, list: LeadList): LeadColumn[] {
  let shown = leadColumns.filter(
    column => isSwitchedOn(column, switched, list) && (switched[column.id] || width >= (column.from ?? 0)),
  )
  const needed = () => shown.reduce((sum, column) => sum + column.width, SELECT_WIDTH)
  while (needed() > width) {
    const next = shown.filter(column => column.leaves).sort((a, b) => (a.leaves ?? 0) - (b.leaves ?? 0))[0]
    if (!next) break
    shown = shown.filter(column => column !== next)
  }
  return shown
}

/** The grid tracks of the columns. */
export const tracksOf = (columns: readonly LeadColumn[], unfolds = false): string =>
  [
    `${SELECT_WIDTH + (unfolds ? UNFOLD_WIDTH : 0)}px`,
    ...columns.map(({ width, stretch }) => (stretch ? `minmax(${width}px, ${stretch}fr)` : `${width}px`)),
  ].join(' ')

const ACTIONS_WIDTH = 120

/** How wide the acts of a row are: they cover whole cells at its end, dates if there are any. */
export function coveredWidth(columns: readonly LeadColumn[]): number {
  let width = 0
  for (const column of columns.toReversed()) {
    if (width >= ACTIONS_WIDTH) break
    width += column.width
  }
  return width
}
