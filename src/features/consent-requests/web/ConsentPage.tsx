import { Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { UnknownLink, VisitorPage } from '../../../product/VisitorPage.tsx'
import type { ConsentQuestion } from '../contract.ts'
import { type AskedChannel, channelQuestion } from '../rules.ts'
import { giveConsent, questionQuery } from './client.ts'

/** `/consent/{token}`: a lead says what they may be sent. Nothing is agreed to by opening the page: programs that read mail do that. */
export function ConsentPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery(questionQuery(token))
  if (error && !data) return <UnknownLink />
  return (
    <VisitorPage title="What may we send you?">
      {data ? <Question token={token} question={data} /> : <Loading />}
    </VisitorPage>
  )
}

function Question({ token, question }: { token: string; question: ConsentQuestion }) {
  const { site_name, first_name, channels } = question
  const [chosen, setChosen] = useState<string[]>(() =>
    channels.flatMap(({ channel, is_given }) => (is_given ? [channel] : [])),
  )
  const { mutate, isPending, error } = useMutation({
    mutationFn: (agreed: AskedChannel[]) => giveConsent(token, agreed),
  })
  const open = channels.filter(({ is_given }) => !is_given).map(({ channel }) => channel)
  const agreed = open.filter(channel => chosen.includes(channel))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(agreed)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={20} align="flex-start">
        <h1>What may {site_name} send you?</h1>
        <p>
          {first_name ? `Hi ${first_name}. ` : ''}Tick what you agree to. You can withdraw it at any time, with one
          press in every e-mail or by answering STOP.
        </p>
        <Checkbox.Group aria-label="What you agree to" value={chosen} onChange={setChosen}>
          <Stack gap={16}>
            {channels.map(({ channel, is_given }) => (
              <Checkbox
                key={channel}
                size="md"
                value={channel}
                label={channelQuestion[channel]}
                description={is_given ? 'You agreed to this.' : undefined}
                disabled={is_given}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {error && <p role="alert">{sentenceOf(error)}</p>}
        {open.length > 0 ? (
          <Button type="submit" size="md" loading={isPending} disabled={agreed.length === 0}>
            I agree
          </Button>
        ) : (
          <p role="status">Thank you. Nothing more is needed.</p>
        )}
      </Stack>
    </form>
  )
}
