import {
  IconBrandGmail,
  IconCalendarEvent,
  IconCloud,
  IconHome,
  IconInfinity,
  IconMail,
  IconMessage,
  IconPhone,
  IconReceipt2,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { ProviderHealth } from '../contract.ts'
import { type ProviderId, providerNames } from '../rules/providers.ts'
import { healthText, openWork, type Standing } from '../rules/wording.ts'
import classes from './Providers.module.css'

const icons: Partial<Record<ProviderId, TablerIcon>> = {
  identity: IconUserCheck,
  mail: IconMail,
  texts: IconMessage,
  calls: IconPhone,
  gmail: IconBrandGmail,
  google_calendar: IconCalendarEvent,
  listings: IconHome,
  dotloop: IconInfinity,
  lone_wolf: IconReceipt2,
}

/** Every provider in a row: what it holds, how it stands, when it worked last, and what waits. */
export function ProviderTable({ providers }: { providers: readonly ProviderHealth[] }) {
  const now = useNow(60_000)
  return (
    <table className={classes.providers}>
      <caption className={classes.hidden}>Providers</caption>
      <thead>
        <tr>
          <th>Provider</th>
          <th>What it holds</th>
          <th>Health</th>
          <th>Waiting or failed</th>
          <th className={classes.number}>Last success</th>
        </tr>
      </thead>
      <tbody>
        {providers.map(provider => (
          <ProviderRow key={provider.id} provider={provider} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function ProviderRow({ provider, now }: { provider: ProviderHealth; now: Date }) {
  const { id, state, holds, problem, last_success_at: at } = provider
  const Icon = icons[id] ?? IconCloud
  const isOff = state === 'off'
  return (
    <tr data-off={isOff || undefined}>
      <th scope="row">
        <span className={classes.mark}>
          <Icon size={15} stroke={1.6} aria-hidden="true" />
        </span>
        {providerNames[id]}
      </th>
      <td>{isOff ? 'Set up by the environment of the server' : holds}</td>
      <td>
        <State {...healthText(provider)} />
        {state === 'failing' && problem !== null && <span className={classes.problem}>{problem}</span>}
      </td>
      <td>{openWork(provider)}</td>
      <td className={classes.number}>
        {at !== null && !isOff && (
          <time dateTime={at} title={fullTime(at)}>
            {ago(at, now)}
          </time>
        )}
      </td>
    </tr>
  )
}

/** A dot in the color of how something stands, and a word for it. */
export function State({ text, hue }: Standing) {
  return (
    <span className={classes.state} data-hue={hue ?? undefined}>
      <i aria-hidden="true" />
      {text}
    </span>
  )
}
