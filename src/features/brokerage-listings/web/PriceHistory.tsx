import { money } from '../../../platform/web/money.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { BrokerageListingDetail } from '../contract.ts'
import { priceChange } from '../rules.ts'
import classes from './Listings.module.css'

const WIDTH = 360
const HEIGHT = 96
const AIR = 14

/** What the home was asked for and when, as a line of steps and in words. */
export function PriceHistory({ listing: { prices, status } }: { listing: BrokerageListingDetail }) {
  const [first] = prices
  if (!first) return null
  return (
    <section aria-label="Price history">
      <h2>Price history</h2>
      <Steps prices={prices} />
      <ul className={classes.prices}>
        {prices.map(({ since, price }, at) => {
          const before = prices[at - 1]?.price
          return (
            <li key={since}>
              <span>{shortDay(since, new Date())}</span>
              <b>{money(price)}</b>
              {before !== undefined && <span>{percent(priceChange(before, price))}</span>}
            </li>
          )
        })}
      </ul>
      {status === 'coming_soon' && <p className={classes.meta}>Not on the market yet.</p>}
    </section>
  )
}

const percent = (change: number) => `${change < 0 ? '−' : '+'}${Math.abs(change)} %`

function Steps({ prices }: { prices: BrokerageListingDetail['prices'] }) {
  const from = Date.parse(prices[0]?.since ?? '')
  const span = Math.max(1, Date.now() - from)
  const values = prices.map(({ price }) => price)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (since: string) => ((Date.parse(since) - from) / span) * WIDTH
  const y = (price: number) => (high === low ? HEIGHT / 2 : AIR + ((high - price) / (high - low)) * (HEIGHT - 2 * AIR))
  const line = prices
    .map(({ since, price }, at) => (at === 0 ? `M0 ${y(price)}` : `H${x(since).toFixed(1)}V${y(price).toFixed(1)}`))
    .join('')
  return (
    <svg className={classes.steps} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.under} d={`${line}H${WIDTH}V${HEIGHT}H0Z`} />
      <path className={classes.line} d={`${line}H${WIDTH}`} />
    </svg>
  )
}
