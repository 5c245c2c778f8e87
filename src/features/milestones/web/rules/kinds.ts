import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { milestoneType, milestoneTypes } from '../../rules.ts'

const t = milestoneType

/** How a type looks: people's acts have a tinted node, what the product did is one quiet line. */
const hueOf: Partial<Record<number, Hue>> = {
  [t.call]: 'cyan',
  [t.text]: 'violet',
  [t.email]: 'blue',
  [t.htmlEmail]: 'blue',
  [t.marketingEmail]: 'blue',
  [t.meeting]: 'moss',
  [t.showing]: 'orange',
  [t.viewingRequest]: 'orange',
  [t.offerSubmitted]: 'pink',
  [t.offerAccepted]: 'green',
  [t.offerRejected]: 'pink',
  [t.progress]: 'amber',
  [t.signedUp]: 'green',
  [t.sellRequest]: 'violet',
  [t.preconForm]: 'indigo',
  [t.dealOpened]: 'violet',
  [t.dealClosed]: 'green',
  [t.happyHourClaim]: 'amber',
}

/** The hue of a type's node; none for events of the system. */
export const milestoneHue = (type: number): Hue | undefined => hueOf[type]

/** What a run of repeats is called. */
const runs: Partial<Record<number, (count: number) => string>> = {
  [t.propertyViewed]: count => `Viewed ${count} listings`,
  [t.listingAlert]: count => `${count} listing alerts sent`,
  [t.buildingAlert]: count => `${count} building alerts sent`,
  [t.favourite]: count => `${count} favourites added`,
  [t.marketingEmail]: count => `${count} marketing e-mails`,
  [t.backToSite]: count => `Back to the site ${count} times`,
}

/** The title of one line of the timeline; where all of a run lie in one area, it says so. */
export function groupTitle(type: number, count: number, area: string | null = null): string {
  const name = milestoneTypes.find(known => known.id === type)?.name ?? 'Update'
  if (count === 1) return type === t.propertyViewed ? 'Viewed a listing' : name
  return (runs[type]?.(count) ?? `${name} × ${count}`) + (area ? ` in ${area}` : '')
}

/** The area in which all of these lie; `null` when they do not, or nothing is known. */
export function commonArea(entries: readonly { session: Record<string, unknown> | null }[]): string | null {
  const areas = new Set(entries.map(entry => entry.session?.area))
  const [area] = areas
  return areas.size === 1 && typeof area === 'string' ? area : null
}

/** The option of an entry, in lower case as it continues its title. */
export function optionText(type: number, option: number | null): string {
  const known = milestoneTypes.find(each => each.id === type)?.options.find(each => each.id === option)
  return known?.name.toLowerCase() ?? ''
}

/** A kind of progress that the composer offers; offers are three types in one kind. */
export interface ComposerKind {
  label: string
  types: readonly number[]
  placeholder: string
  /** Stands in the menu behind the others: all of them would take two lines. */
  isFolded?: true
}

export const composerKinds: readonly ComposerKind[] = [
  { label: 'Progress', types: [t.progress], placeholder: 'What progressed?' },
  { label: 'Log call', types: [t.call], placeholder: 'What did you talk about?' },
  { label: 'Log text', types: [t.text], placeholder: 'What was the text about?', isFolded: true },
  { label: 'Log e-mail', types: [t.email], placeholder: 'What was the e-mail about?', isFolded: true },
  { label: 'Meeting', types: [t.meeting], placeholder: 'What did you agree on?', isFolded: true },
  { label: 'Showing', types: [t.showing], placeholder: 'Which address? What did they think?', isFolded: true },
  {
    label: 'Offer',
    types: [t.offerSubmitted, t.offerAccepted, t.offerRejected],
    placeholder: 'Address and price',
    isFolded: true,
  },
]
