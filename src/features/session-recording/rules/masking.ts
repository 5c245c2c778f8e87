/** What stands for a character that was masked. */
const MASK = '•'

/** What stands for anything that was typed or chosen, whatever its length. */
const MASKED_INPUT = MASK.repeat(5)

/**
 * The only texts that are recorded as they are: names of pages and buttons. A text that is not exactly one of them is masked, so
 * that a new screen shows nothing of a lead in a recording until somebody adds its words here.
 */
const interfaceTexts: ReadonlySet<string> = new Set([
  ...[
    'Leads',
    'My Leads',
    'Clients',
    'Tasks',
    'Messages',
    'Deals',
    'Listings',
    'Opportunities',
    'Campaigns',
    'Reports',
  ],
  ...['Automations', 'Templates', 'My Team', 'Claim Leads', 'Happy Hour', 'Distribution', 'Intake', 'Offers', 'Admin'],
  ...['Timeline', 'Notes', 'Showings', 'Alerts', 'Documents', 'Details', 'History', 'Search', 'Filters', 'Columns'],
  ...['Save', 'Cancel', 'Close', 'Delete', 'Edit', 'Add', 'Send', 'Undo', 'Retry', 'Back', 'Next', 'Done', 'Create'],
  ...['Apply', 'Reset', 'Discard', 'Confirm', 'Continue', 'Remove', 'Download', 'Print', 'More', 'Loading', 'Today'],
  ...[
    'Add lead',
    'Add task',
    'Add note',
    'Call',
    'Text',
    'E-mail',
    'Snooze',
    'Privacy',
    'Audit log',
    'Features',
    'People',
  ],
])

/** Masks a text of the page: all but spaces, unless it is one of the interface's own. */
export const maskText = (text: string): string =>
  interfaceTexts.has(text.trim()) ? text : text.replace(/[^\s•]/g, MASK)

/** Masks what somebody typed or chose. */
export const maskInput = (text: string): string => (text === '' ? '' : MASKED_INPUT)

/** Elements of which nothing is recorded but their place: those that are marked, and whatever shows pictures or foreign content. */
export const blockedElements = '[data-private], img, picture, video, audio, canvas, iframe, object, embed'

const OWN_ASSET = /^(?:https?:\/\/[^/]+)?(\/assets\/[\w./-]+)$/

/** Style sheets without any address but those of the product's own files; those lose their origin. */
export const maskStyle = (css: string): string =>
  css.replace(/url\(\s*(["']?)(.*?)\1\s*\)/gs, (_all, _quote, address: string) => {
    const own = OWN_ASSET.exec(address)?.[1]
    return own ? `url("${own}")` : 'url("")'
  })

const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...[
    'class',
    'role',
    'dir',
    'lang',
    'hidden',
    'open',
    'disabled',
    'readonly',
    'multiple',
    'type',
    'width',
    'height',
    'viewBox',
  ],
  ...[
    'viewbox',
    'fill',
    'stroke',
    'stroke-width',
    'stroke-linecap',
    'stroke-linejoin',
    'stroke-dasharray',
    'stroke-dashoffset',
  ],
  ...[
    'd',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'points',
    'transform',
    'xmlns',
    'opacity',
    'colspan',
  ],
  ...['rowspan', 'rows', 'cols', 'size', 'rel', 'media', 'rr_width', 'rr_height', 'rr_scrollTop', 'rr_scrollLeft'],
])

/** Values of states that styles are written for; anything longer could be about a person. */
const STATE =
  /^(|true|false|mixed|page|step|horizontal|vertical|light|dark|xs|sm|md|lg|xl|top|bottom|left|right|start|end|center)$/
const LOOKS = /^data-(variant|size|tone|position|side|orientation|kind|state|mantine-color-scheme)$/

/**
 * The value of an attribute as it is recorded; `null` leaves it out. Only what decides how the page looks stays: no labels, titles,
 * addresses, values or ids.
 */
export function maskAttribute(name: string, value: string | number | boolean): string | number | boolean | null {
  if (name === 'style' || name === '_cssText') return maskStyle(String(value))
  if (PLAIN_ATTRIBUTES.has(name)) return typeof value === 'string' ? value.slice(0, 20_000) : value
  if (name === 'checked' || name === 'selected') return Boolean(value)
  if (LOOKS.test(name)) return typeof value === 'string' && /^[a-z][a-z-]{0,19}$/.test(value) ? value : null
  if (/^(data|aria)-[a-z-]+$/.test(name)) return STATE.test(String(value)) ? value : null
  return null
}
