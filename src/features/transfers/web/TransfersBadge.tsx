import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pendingTransfersQuery } from './client/transfers.ts'

/** How many leads wait for the person; drawn by whoever shows it. */
export function TransfersBadge({ draw }: { draw: (count: number) => ReactNode }) {
  const { data } = useQuery(pendingTransfersQuery)
  return draw(data?.lead_transfers_total ?? 0)
}
