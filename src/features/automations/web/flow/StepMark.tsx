import {
  IconBell,
  IconBulb,
  IconCalendarEvent,
  IconChecklist,
  IconClock,
  IconClockPause,
  IconFileDollar,
  IconFlag,
  IconGitBranch,
  IconHandStop,
  IconMail,
  IconMessage,
  IconMessage2,
  IconProgress,
  IconRoute,
  IconRouteOff,
  IconTag,
  IconTagOff,
  IconTarget,
  IconUserPlus,
  IconUserShare,
  IconWebhook,
} from '@tabler/icons-react'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import type { TriggerKind } from '../../rules/definition.ts'
import type { StepKind } from '../rules/steps.ts'
import classes from './StepMark.module.css'

type MarkKind = StepKind | TriggerKind | 'goal'
type Mark = readonly [typeof IconBell, Hue | null]

const marks: Readonly<Record<MarkKind, Mark>> = {
  lead_created: [IconUserPlus, 'blue'],
  lead_claimed: [IconHandStop, 'cyan'],
  status_changed: [IconProgress, 'indigo'],
  tag_added: [IconTag, 'green'],
  tag_removed: [IconTagOff, 'green'],
  opportunity_created: [IconBulb, 'amber'],
  request_submitted: [IconCalendarEvent, 'orange'],
  message_received: [IconMessage2, 'violet'],
  no_contact: [IconClockPause, 'cyan'],
  date_reached: [IconCalendarEvent, 'moss'],
  deal_status_changed: [IconFileDollar, 'violet'],
  wait: [IconClock, null],
  wait_until: [IconClockPause, null],
  branch: [IconGitBranch, 'indigo'],
  start_campaign: [IconRoute, 'violet'],
  stop_campaign: [IconRouteOff, 'violet'],
  add_tag: [IconTag, 'cyan'],
  remove_tag: [IconTagOff, 'cyan'],
  set_status: [IconProgress, 'moss'],
  create_task: [IconChecklist, 'green'],
  send_email: [IconMail, 'blue'],
  send_text: [IconMessage, 'violet'],
  offer: [IconUserShare, 'blue'],
  notify: [IconBell, 'amber'],
  webhook: [IconWebhook, 'pink'],
  end: [IconFlag, 'moss'],
  goal: [IconTarget, 'moss'],
}

/** What a step is, as its icon in a tile of its hue. */
export function StepMark({ kind, size = 28 }: { kind: string; size?: number }) {
  const [Icon, hue] = marks[kind as MarkKind] ?? marks.end
  const tint = hue === null ? {} : { background: `var(--kt-${hue}-tint)`, color: `var(--kt-${hue}-text)` }
  return (
    <span className={classes.mark} style={{ width: size, height: size, ...tint }} aria-hidden="true">
      <Icon size={Math.round(size * 0.57)} stroke={1.6} />
    </span>
  )
}
