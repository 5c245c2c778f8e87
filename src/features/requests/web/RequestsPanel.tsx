import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { requestsQuery } from './client.ts'
import { RequestDetails } from './RequestDetails.tsx'
import classes from './Requests.module.css'

interface RequestsPanelProps {
  lead: { id: number; first_name: string }
  now: Date
  zone: string
}

/** What a lead asked for: what nobody has dealt with yet, the rest folded away. */
export function RequestsPanel({ lead, now, zone }: RequestsPanelProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { data = [], error, refetch } = useQuery(requestsQuery(lead.id))
  useShownError(data.length > 0 ? null : error)
  if (data.length === 0 && !error) return null
  const open = data.filter(({ is_open }) => is_open)
  const earlier = data.length - open.length
  const shown = isWhole ? data : open
  return (
    <PanelSection title="Requests" count={open.length}>
      {error && data.length === 0 && (
        <p className={classes.failed} role="alert">
          {serverSentence(error, 'We couldn’t load this lead’s requests.')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul className={classes.list}>
        {shown.map(request => (
          <li key={request.id}>
            <RequestDetails request={request} lead={lead} at={request.updated_at} now={now} zone={zone} />
          </li>
        ))}
      </ul>
      {earlier > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={isWhole}
          ml={-8}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Hide handled requests' : `${earlier} handled`}
        </Button>
      )}
    </PanelSection>
  )
}
