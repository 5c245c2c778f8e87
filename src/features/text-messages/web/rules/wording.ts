import { fullName } from '../../../leads/rules.ts'
import type { Text, TextState, TextThread } from '../../contract.ts'
import { picturesText } from '../../rules/pictures.ts'

/** What a state is called below a bubble. */
export const stateText: Readonly<Record<TextState, string>> = {
  prepared: 'Sending',
  waiting: 'Waiting',
  trying: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  refused: 'Not sent',
  unknown: 'Not certain that it was sent',
  cancelled: 'Cancelled',
  received: '',
}

/** Whether a text did not reach them. */
export const hasFailed = (state: TextState): boolean => state === 'failed' || state === 'refused' || state === 'unknown'

/** "Not delivered: their phone is off or out of reach." */
export const failureText = ({ state, reason }: Pick<Text, 'state' | 'reason'>): string =>
  `${stateText[state]}${reason ? `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : ''}`

/** Who a thread is with; the number of somebody whom nobody knows. */
export const nameOfThread = ({ lead, number }: Pick<TextThread, 'lead' | 'number'>): string =>
  lead ? fullName(lead) || number : number

const wordText = { stop: 'texts are off', start: 'texts are on again', help: 'asked who this is' } as const

/** What a word that they sent did: "STOP · texts are off". */
export const keywordText = ({ body, keyword }: Pick<Text, 'body' | 'keyword'>): string | null =>
  keyword ? `${body.trim().toUpperCase()} · ${wordText[keyword]}` : null

/** The last line of a thread in the inbox. */
export function lastLine({ last }: Pick<TextThread, 'last'>): string {
  if (last.direction === 'out')
    return hasFailed(last.state) ? failureText(last) : `You: ${last.body || picturesText(last.media)}`
  const picture = picturesText(last.media)
  return keywordText(last) ?? [picture, last.body].filter(Boolean).join(' · ')
}
