import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBell,
  IconCheckbox,
  IconDownload,
  IconFileImport,
  IconFlag,
  IconHome,
  IconKey,
  IconLock,
  IconNote,
  IconPencil,
  IconPointFilled,
  IconShieldCheck,
  IconTag,
  IconTimeline,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import type { AuditEntry } from '../contract.ts'
import classes from './AuditLog.module.css'

type Mark = readonly [icon: typeof IconUser, hue: Hue | null]

const marks: readonly (readonly [RegExp, ...Mark])[] = [
  [/bogus/i, IconFlag, 'red'],
  [/login|logout|possess|session|scopes/i, IconKey, 'blue'],
  [/^people\.|invitation/, IconUser, 'indigo'],
  [/^transfers\.|offer/, IconArrowsExchange, 'cyan'],
  [/^leads\./, IconUsers, 'blue'],
  [/^notes\./, IconNote, 'amber'],
  [/^tasks\./, IconCheckbox, 'green'],
  [/^showings\./, IconHome, 'orange'],
  [/^exports\.|export/, IconDownload, 'amber'],
  [/^imports\.|import/, IconFileImport, 'cyan'],
  [/^tags\./, IconTag, 'violet'],
  [/^(settings|sending)\./, IconAdjustmentsHorizontal, 'indigo'],
  [/consent/, IconShieldCheck, 'green'],
  [/alert/, IconBell, null],
  [/^milestones\./, IconTimeline, 'cyan'],
  [/update|change/i, IconPencil, null],
]

/** What kind of act it was, at a glance; the sentence beside it says the same. */
export function AuditMark({ entry: { call, outcome } }: { entry: AuditEntry }) {
  const known = marks.find(([pattern]) => pattern.test(call))
  const [Icon, hue]: Mark =
    outcome === 'done' ? (known ? [known[1], known[2]] : [IconPointFilled, null]) : [IconLock, 'red']
  const style = hue ? { background: `var(--kt-${hue}-tint)`, color: `var(--kt-${hue}-text)` } : undefined
  return (
    <span className={classes.mark} style={style} aria-hidden="true">
      <Icon size={14} stroke={1.6} />
    </span>
  )
}
