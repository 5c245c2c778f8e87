import { holdPresses } from '../../../platform/web/page/presses/heldPresses.ts'
import { isAgentHere } from '../../people/web/client/agent.ts'

/** Presses on numbers to text wait for the composer, or for the answer that no texts are sent from here. */
export const earlyTexts = holdPresses({
  links: 'a[data-call-lead][href^="sms:"]',
  waiting: 'The text opens as soon as it is loaded.',
  failed: 'Texts can’t be loaded right now. Opening your device’s own app instead.',
  isDue: isAgentHere,
})
