import { Button } from '@mantine/core'
import { useState } from 'react'
import { sendTest } from './client/emails.ts'
import { type EmailDraft, fieldsOf, isWhole } from './rules/draft.ts'

/** Sends what is written to oneself. */
export function TestButton({ email }: { email: EmailDraft }) {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await sendTest({ email: fieldsOf(email), type: email.type })
    setSending(false)
  }
  return (
    <Button variant="default" disabled={!isWhole(email)} loading={isSending} onClick={() => void send()}>
      Send test to me
    </Button>
  )
}
