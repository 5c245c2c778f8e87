import { holdPresses } from '../../../../platform/web/page/presses/heldPresses.ts'
import { isAgentHere } from '../../../people/web/client/agent.ts'

/** Presses on addresses wait for the composer. */
export const earlyEmails = holdPresses({
  links: 'a[data-call-lead][href^="mailto:"]',
  waiting: 'The e-mail opens as soon as it is loaded.',
  failed: 'E-mails can’t be loaded right now. Opening your device’s own app instead.',
  isDue: isAgentHere,
})
