import { Button, Textarea } from '@mantine/core'
import {
  IconCalendarDown,
  IconCalendarTime,
  IconCheck,
  IconMail,
  IconMapPin,
  IconPhone,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { money } from '../../../platform/web/money.ts'
import { HomeMap } from '../../../product/region/HomeMap.tsx'
import { UnknownLink, VisitorPage } from '../../../product/VisitorPage.tsx'
import { ListingPicture } from '../../listings/web/pieces/ListingPicture.tsx'
import type { ClientShowing } from '../contract.ts'
import { type ClientAnswer, formatClock, isOff, isOn, mapUrl } from '../rules.ts'
import { answerVisit, saveVisitFile, visitQuery } from './client.ts'
import classes from './VisitPage.module.css'

/** `/visits/{token}`: a showing, for its client. Nothing is answered by opening the page: programs that read mail do that. */
export function VisitPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery(visitQuery(token))
  if (error && !data) return <UnknownLink />
  return (
    <VisitorPage title={data?.address_formatted ?? 'Your showing'}>
      {data ? <Visit token={token} showing={data} /> : <Loading />}
    </VisitorPage>
  )
}

const MAP_HEIGHT = 180

function Visit({ token, showing }: { token: string; showing: ClientShowing }) {
  const { address_formatted, listed_for, mls_number, listing_description, photo_base_url, lat, lng } = showing
  return (
    <>
      {photo_base_url && (
        <div className={classes.photo}>
          <ListingPicture
            base={photo_base_url}
            alt={address_formatted}
            sizes="(max-width: 640px) 100vw, 560px"
            isFirst
          />
        </div>
      )}
      <h1>{address_formatted}</h1>
      <p className={classes.when}>{formatTimes(showing)}</p>
      <p role="status">{stateLabel(showing)}</p>
      {isOn(showing.status) && <Answers token={token} showing={showing} />}
      <Contact showing={showing} token={token} />
      {lat !== null && lng !== null && (
        <HomeMap
          points={[{ lat, lng, title: address_formatted }]}
          label={`${address_formatted} on a map`}
          height={MAP_HEIGHT}
        />
      )}
      <p>{[listed_for !== null && money(listed_for), mls_number && `MLS ${mls_number}`].filter(Boolean).join(' · ')}</p>
      {listing_description && <p>{listing_description}</p>}
    </>
  )
}

/** "Saturday, November 28, 2026, 2:00 PM to 2:30 PM EST". */
function formatTimes({ starts_at, ends_at, zone }: ClientShowing): string {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'full', timeZone: zone }).format(new Date(starts_at))
  return `${day}, ${formatClock(starts_at, zone)} to ${formatClock(ends_at, zone, true)}`
}

function stateLabel({ status, client_answer, agent }: ClientShowing): string {
  const who = agent?.name ?? 'Your agent'
  if (isOff(status)) return 'This showing is cancelled.'
  if (status === 'completed') return 'This showing is over.'
  if (client_answer === 'another_time') return `${who} knows you need another time and will be in touch.`
  if (client_answer === 'confirmed') return `You confirmed. ${who} will meet you there.`
  return status === 'confirmed'
    ? `Confirmed: ${who} will meet you there. Does the time still work for you?`
    : 'Does this time work for you?'
}

interface AnswersProps {
  token: string
  showing: ClientShowing
}

function Answers({ token, showing }: AnswersProps) {
  const [asked, setAsked] = useState<'another_time' | 'cancelled' | null>(null)
  const [message, setMessage] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (answer: ClientAnswer) =>
      answerVisit({ token, answer, message: message.trim(), starts_at: showing.starts_at }),
    onSuccess: () => setAsked(null),
  })
  return (
    <>
      {asked === null ? (
        <div className={classes.actions}>
          {showing.client_answer !== 'confirmed' && (
            <Button
              size="md"
              loading={isPending}
              leftSection={<IconCheck size={16} stroke={1.6} />}
              onClick={() => mutate('confirmed')}
            >
              Confirm
            </Button>
          )}
          <Button
            size="md"
            variant="default"
            leftSection={<IconCalendarTime size={16} stroke={1.6} />}
            onClick={() => setAsked('another_time')}
          >
            Ask for another time
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconX size={16} stroke={1.6} />}
            onClick={() => setAsked('cancelled')}
          >
            Cancel
          </Button>
        </div>
      ) : (
        <div className={classes.ask}>
          <Textarea
            size="md"
            label={asked === 'another_time' ? 'When works for you?' : 'Anything to add? (optional)'}
            autosize
            minRows={2}
            maxLength={1000}
            autoFocus
            value={message}
            onChange={event => setMessage(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button
              size="md"
              color={asked === 'cancelled' ? 'red' : undefined}
              loading={isPending}
              onClick={() => mutate(asked)}
            >
              {asked === 'another_time' ? 'Ask for another time' : 'Cancel the showing'}
            </Button>
            <Button size="md" variant="default" onClick={() => setAsked(null)}>
              Back
            </Button>
          </div>
        </div>
      )}
      {error && (
        <p className={classes.failure} role="alert">
          {sentenceOf(error)}
        </p>
      )}
    </>
  )
}

function Contact({ token, showing }: AnswersProps) {
  const { agent } = showing
  const icon = { size: 16, stroke: 1.6 }
  return (
    <div className={classes.links}>
      <Button variant="subtle" leftSection={<IconCalendarDown {...icon} />} onClick={() => void saveVisitFile(token)}>
        Calendar file
      </Button>
      <Button
        variant="subtle"
        component="a"
        href={mapUrl(showing)}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconMapPin {...icon} />}
      >
        Directions
      </Button>
      {agent?.phone && (
        <Button variant="subtle" component="a" href={`tel:${agent.phone}`} leftSection={<IconPhone {...icon} />}>
          Call {agent.name}
        </Button>
      )}
      {agent && (
        <Button variant="subtle" component="a" href={`mailto:${agent.email}`} leftSection={<IconMail {...icon} />}>
          Write to {agent.name}
        </Button>
      )}
    </div>
  )
}
