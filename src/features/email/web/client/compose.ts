import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { emailCalls } from '../../contract.ts'
import { type EmailState, setEmailState } from './composing.ts'

/** Opens the composer over whatever is on screen; with a template to begin with, once that is here. */
export function openEmail(asked: Partial<EmailState> & Pick<EmailState, 'lead'>): void {
  const next = { taskId: null, template: null, messageId: null, defaultTemplateId: null, ...asked }
  if (next.defaultTemplateId === null || next.template) setEmailState(next)
  else void openWithTemplate(next, next.defaultTemplateId)
}

async function openWithTemplate(next: EmailState, template_id: number): Promise<void> {
  try {
    const { messageId, ...template } = await call(emailCalls.template, { template_id })
    setEmailState({ ...next, template, messageId })
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void openWithTemplate(next, template_id))
  }
}
