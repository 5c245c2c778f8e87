import { Button } from '@mantine/core'
import { IconDownload, IconRotate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge, Initials } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { Lead } from '../../../leads/contract/record.ts'
import { fullName, leadPagePath, statusLabel } from '../../../leads/rules.ts'
import { leadQuery } from '../../../leads/web/client/leads.ts'
import { useViewer } from '../../../leads/web/client/useViewer.ts'
import { leadIdOf } from '../../../leads/web/pieces/wording.ts'
import type { LeadDistribution } from '../../contract.ts'
import { distributionQuery, wholeLedger, withdrawOffer } from '../client.ts'
import { AgentsLookedAt } from './AgentsLookedAt.tsx'
import { saveLedger } from './csv.ts'
import classes from './Ledger.module.css'
import { LedgerSide } from './LedgerSide.tsx'
import { OfferAgain } from './OfferAgain.tsx'
import { OfferReceipts } from './OfferReceipts.tsx'

/** `/distribution/{slug}`: how one lead came to its agent. */
export function DistributionPage() {
  const { slug } = useParams({ strict: false })
  const id = leadIdOf(slug ?? '') ?? 0
  const lead = useQuery(leadQuery(id))
  const distribution = useQuery(distributionQuery(id))
  const error = lead.error ?? distribution.error
  if (error && !(lead.data && distribution.data))
    return (
      <ErrorState isPage error={error} onRetry={() => void Promise.all([lead.refetch(), distribution.refetch()])} />
    )
  if (!lead.data || !distribution.data) return <div className={classes.page} data-fills aria-busy />
  return <Story lead={lead.data} distribution={distribution.data} />
}

function Story({ lead, distribution }: { lead: Lead; distribution: LeadDistribution }) {
  const { zone } = useViewer()
  const now = useNow(1000)
  const name = fullName(lead) || 'No name'
  useBreadcrumbs([{ label: name, to: leadPagePath(lead) }])
  const [chosen, setChosen] = useState<number | null>(null)
  const { decisions, offers } = distribution
  const decision = decisions.find(({ entry }) => entry === chosen) ?? decisions[0]
  return (
    <div className={classes.page} data-fills>
      <Head lead={lead} name={name} distribution={distribution} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <OfferReceipts
            offers={offers}
            distribution={distribution}
            now={now}
            zone={zone}
            chosen={chosen}
            onChoose={setChosen}
          />
          {decision && <AgentsLookedAt key={decision.entry} decision={decision} offers={offers} zone={zone} />}
        </div>
        <LedgerSide distribution={distribution} now={now} zone={zone} />
      </div>
    </div>
  )
}

function Head({ lead, name, distribution }: { lead: Lead; name: string; distribution: LeadDistribution }) {
  const [isAsking, setAsking] = useState(false)
  const save = useMutation({
    mutationFn: async () => saveLedger(lead.id, await wholeLedger(lead.id)),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  const withdraw = useMutation({
    mutationFn: () => withdrawOffer(lead.id),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  const facts = [lead.primary_areas.join(', '), lead.sites_string].filter(Boolean).join(' · ')
  return (
    <header className={classes.head}>
      <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="green" size={48} />
      <div className={classes.who}>
        <h1>
          {name} {lead.roles_string && <Badge>{lead.roles_string}</Badge>}
          <span className={classes.status}>{statusLabel(lead.status_value)}</span>
        </h1>
        {facts && <p>{facts}</p>}
      </div>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        loading={save.isPending}
        disabled={distribution.ledger.entries === 0}
        onClick={() => save.mutate()}
      >
        Export ledger
      </Button>
      {distribution.state === 'offered' ? (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Take back
        </Button>
      ) : (
        distribution.state !== 'owned' && (
          <Button variant="default" leftSection={<IconRotate size={16} stroke={1.6} />} onClick={() => setAsking(true)}>
            {distribution.offers.length > 0 ? 'Offer again' : 'Offer'}
          </Button>
        )
      )}
      {isAsking && <OfferAgain distribution={distribution} onClose={() => setAsking(false)} />}
    </header>
  )
}
