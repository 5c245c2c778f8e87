import { lazy, Suspense } from 'react'

const MatchDialog = lazy(async () => ({ default: (await import('../matching/MatchDialog.tsx')).MatchDialog }))

/** Asks of the clients of a deal, or of everybody who is not linked yet, which lead they are. */
export function MatchClients({ dealId, onClose }: { dealId: number | null; onClose(): void }) {
  return (
    <Suspense>
      <MatchDialog dealId={dealId} onClose={onClose} />
    </Suspense>
  )
}
