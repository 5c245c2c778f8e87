import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { BackOfficeFields, ChecklistPanel, DealNotes, Lawyers } from '../../features/checklists/web/pieces.tsx'
import { uploadDocument } from '../../features/deal-documents/web/client.ts'
import { AllDocuments, DocumentsPanel, RequiredPanel } from '../../features/deal-documents/web/pieces.tsx'
import { dealPath } from '../../features/deals/rules/address.ts'
import { dealQuery } from '../../features/deals/web/client.ts'
import { DealStatusMenu } from '../../features/deals/web/pieces/DealStatusMenu.tsx'
import { MatchClients } from '../../features/deals/web/pieces/MatchClients.tsx'
import { TradePanel } from '../../features/lone-wolf/web/pieces.tsx'
import { type ChosenLoop, LoopChanges } from '../../features/loops/web/pieces.tsx'
import { Badge, Loading } from '../../platform/ui/pieces.tsx'
import { ErrorState } from '../../platform/ui/states.tsx'
import { TabStrip } from '../../platform/ui/TabStrip.tsx'
import { ApiError } from '../../platform/web/calls/apiErrors.ts'
import { useBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { useIsWide } from '../../platform/web/viewport.ts'
import { ClientsSection, DatesSection, MoneySection } from './DealFacts.tsx'
import classes from './DealPage.module.css'
import { ProgressLine } from './ProgressLine.tsx'

const Commission = lazy(async () => ({
  default: (await import('../../features/commission/web/pieces.tsx')).CommissionPanel,
}))

const Trust = lazy(async () => ({
  default: (await import('../../features/trust-account/web/pieces.tsx')).TrustPanel,
}))

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'commission', label: 'Commission' },
  { id: 'trust', label: 'Trust' },
] as const

/** One deal: how far it is, its documents, what is left to do, and its facts. */
export function DealPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { tab = 'overview' } = useSearch({ strict: false }) as { tab?: unknown }
  const navigate = useNavigate()
  const dealId = Number(id)
  const isNumber = Number.isInteger(dealId) && dealId > 0
  const { data: deal, error, refetch } = useQuery({ ...dealQuery(dealId), enabled: isNumber })
  const isWide = useIsWide()
  const [isMatching, setMatching] = useState(false)
  useBreadcrumbs(deal ? [{ label: deal.title }] : [])
  if (!isNumber)
    return (
      <ErrorState
        isPage
        error={new ApiError('This deal does not exist or you do not have access to it.', { status: 404 })}
      />
    )
  if (error && !deal) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!deal) return <Loading />
  const mayChange = deal.may_change
  return (
    <div className={classes.screen} data-fills>
      <header className={classes.head}>
        <Home />
        <div className={classes.names}>
          <h1>
            {deal.title} <Badge>{deal.type}</Badge>
          </h1>
          <p>
            {[deal.place, deal.mls && `MLS ${deal.mls}`, deal.trade && `Trade ${deal.trade}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className={classes.actions}>
          <DealStatusMenu deal={deal} title={deal.title} missing={deal.missing} disabled={!mayChange} isLarge />
          <AllDocuments dealId={deal.id} isNarrow={!isWide} />
        </div>
      </header>
      <ProgressLine deal={deal} />
      <LoopChanges key={`loop ${deal.id}`} deal={deal} onFiles={files => addFiles(deal.id, files)} />
      <TabStrip
        label="Parts of the deal"
        tabs={tabs}
        active={tabs.find(({ id }) => id === tab)?.id ?? 'overview'}
        onSelect={next =>
          void navigate({
            to: dealPath(deal.id) as never,
            search: (next === 'overview' ? {} : { tab: next }) as never,
            replace: true,
          })
        }
      />
      {tab === 'commission' || tab === 'trust' ? (
        <Suspense fallback={<Loading />}>
          {tab === 'commission' ? <Commission dealId={deal.id} /> : <Trust dealId={deal.id} />}
        </Suspense>
      ) : (
        <div className={classes.columns}>
          <div className={classes.documents}>
            <DocumentsPanel dealId={deal.id} mayChange={mayChange} />
            <DealNotes dealId={deal.id} mayChange={mayChange} />
          </div>
          <div className={classes.checklist}>
            <ChecklistPanel dealId={deal.id} mayChange={mayChange} />
          </div>
          <aside className={classes.facts} aria-label="Facts">
            <MoneySection deal={deal} />
            <ClientsSection deal={deal} onMatch={() => setMatching(true)} />
            <DatesSection deal={deal} />
            <TradePanel key={`trade ${deal.id}`} dealId={deal.id} status={deal.status} />
            <RequiredPanel key={deal.id} dealId={deal.id} mayChange={mayChange} />
            <Lawyers dealId={deal.id} mayChange={mayChange} />
            <BackOfficeFields dealId={deal.id} mayChange={mayChange} />
          </aside>
        </div>
      )}
      {isMatching && <MatchClients dealId={deal.id} onClose={() => setMatching(false)} />}
    </div>
  )
}

/** Adds files to a deal, one after the other. */
async function addFiles(dealId: number, files: ChosenLoop['files']): Promise<void> {
  const { signal } = new AbortController()
  const unseen = { onProgress: () => undefined, onWaiting: () => undefined, signal }
  for (const { file, loop } of files) await uploadDocument(dealId, file, unseen, loop)
}

/** The home's drawing, in steps of the accent. */
function Home() {
  return (
    <svg className={classes.home} width="56" height="44" viewBox="0 0 56 44" aria-hidden="true">
      <rect width="56" height="44" rx="4" fill="var(--kt-accent-3)" />
      <path d="M12 23 28 11l16 12v17H12Z" fill="var(--kt-accent-7)" />
      <path d="M12 23 28 11l16 12h-5L28 15 17 23Z" fill="var(--kt-accent-9)" />
      <path d="M25 30h6v10h-6Z" fill="var(--kt-accent-11, var(--kt-ink))" />
      <path d="M17 27h5v5h-5Zm17 0h5v5h-5Z" fill="var(--kt-surface)" />
    </svg>
  )
}
