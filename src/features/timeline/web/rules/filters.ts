import { milestoneType as t } from '../../../milestones/rules.ts'
import type { TimelineFilter } from '../../contract.ts'

type Wanted = (typeof TimelineFilter)['_output']

/** The filters over the timeline; `all` means none. */
export const timelineFilters: readonly { id: string; label: string; wanted: readonly Wanted[] }[] = [
  { id: 'all', label: 'All', wanted: ['all'] },
  { id: 'notes', label: 'Notes', wanted: ['note'] },
  { id: 'calls', label: 'Calls', wanted: [t.call] },
  { id: 'texts', label: 'Texts', wanted: [t.text] },
  { id: 'emails', label: 'E-mails', wanted: [t.email, t.htmlEmail, t.marketingEmail] },
  { id: 'tasks', label: 'Tasks', wanted: ['task'] },
  { id: 'meetings', label: 'Meetings', wanted: [t.meeting, t.showing] },
  {
    id: 'requests',
    label: 'Requests',
    wanted: [t.viewingRequest, t.offerSubmitted, t.offerAccepted, t.offerRejected, t.sellRequest, t.preconForm],
  },
  {
    id: 'site',
    label: 'Site activity',
    wanted: [t.propertyViewed, t.favourite, t.signedUp, t.backToSite, t.listingAlert, t.buildingAlert],
  },
  {
    id: 'record',
    label: 'Changes',
    wanted: [
      t.statusChanged,
      t.agentChanged,
      t.tagChanged,
      t.consentChanged,
      t.campaignStarted,
      t.campaignStopped,
      t.dealOpened,
      t.dealClosed,
      t.happyHourClaim,
      t.leadMerged,
      t.progress,
    ],
  },
]
