import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { Offer } from '../../contract.ts'
import { acknowledgeOffer, offersQuery } from '../client.ts'

const SECOND = 1_000

/** The offers that still run, and the time by the server's clock. */
export function useOffers(): { offers: readonly Offer[]; now: Date } {
  const { data, dataUpdatedAt } = useQuery(offersQuery)
  const local = useNow(SECOND)
  const difference = data ? Date.parse(data.now) - dataUpdatedAt : 0
  const now = new Date(local.getTime() + difference)
  const offers = (data?.data ?? []).filter(({ expires_at }) => Date.parse(expires_at) > now.getTime())
  return { offers, now }
}

/** Reports once to the server that an offer arrived, and once that somebody looks at it. */
export function useReceipts(offer: Offer | undefined): void {
  const reported = useRef(new Set<string>())
  const id = offer?.id
  useEffect(() => {
    if (id === undefined) return
    const report = (step: 'delivered' | 'seen') => {
      const key = `${step} ${id}`
      if (reported.current.has(key)) return
      reported.current.add(key)
      acknowledgeOffer(id, step)
    }
    const look = () => {
      if (!document.hidden) report('seen')
    }
    report('delivered')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [id])
}

/** How long a card says how its offer ended. */
const STAY_MS = 4_000

/** What the card says once its offer is over, and for how long. */
export function useEnding() {
  const [ending, setEnding] = useState<string | null>(null)
  useEffect(() => {
    if (ending === null) return
    const timer = setTimeout(() => setEnding(null), STAY_MS)
    return () => clearTimeout(timer)
  }, [ending])
  return { ending, setEnding }
}

/** Notices that the offer on the card ran out, rather than being answered or taken back. */
export function useRanOut(shown: Offer | undefined, now: Date, onRanOut: () => void): void {
  const last = useRef<Offer | undefined>(undefined)
  const latest = useRef(onRanOut)
  useEffect(() => {
    latest.current = onRanOut
  })
  const time = now.getTime()
  useEffect(() => {
    const before = last.current
    last.current = shown
    if (before && before.id !== shown?.id && Date.parse(before.expires_at) <= time) latest.current()
  }, [shown, time])
}
