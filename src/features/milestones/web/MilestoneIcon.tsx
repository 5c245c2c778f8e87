import {
  type Icon,
  IconArrowUpRight,
  IconBell,
  IconCalendarEvent,
  IconCircleCheck,
  IconEye,
  IconFileDollar,
  IconFlag,
  IconHeart,
  IconHome,
  IconLogin2,
  IconMail,
  IconMessage2,
  IconPhone,
  IconRoute,
  IconTag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { milestoneType as t } from '../rules.ts'

const icons: Partial<Record<number, Icon>> = {
  [t.call]: IconPhone,
  [t.text]: IconMessage2,
  [t.email]: IconMail,
  [t.htmlEmail]: IconMail,
  [t.marketingEmail]: IconMail,
  [t.meeting]: IconUsers,
  [t.showing]: IconHome,
  [t.viewingRequest]: IconCalendarEvent,
  [t.offerSubmitted]: IconFileDollar,
  [t.offerAccepted]: IconCircleCheck,
  [t.offerRejected]: IconFileDollar,
  [t.listingAlert]: IconBell,
  [t.buildingAlert]: IconBell,
  [t.propertyViewed]: IconEye,
  [t.favourite]: IconHeart,
  [t.signedUp]: IconLogin2,
  [t.backToSite]: IconLogin2,
  [t.agentChanged]: IconUser,
  [t.progress]: IconFlag,
  [t.campaignStarted]: IconRoute,
  [t.campaignStopped]: IconRoute,
  [t.tagChanged]: IconTag,
}

/** The icon of a type of milestone. Decoration: its name stands beside it. */
export function MilestoneIcon({ type, size = 14 }: { type: number; size?: number }) {
  const Shown = icons[type] ?? IconArrowUpRight
  return <Shown size={size} stroke={1.6} aria-hidden />
}
