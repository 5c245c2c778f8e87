import { Button, Menu } from '@mantine/core'
import { IconDots, IconPower, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago } from '../../../platform/web/time/time.ts'
import type { WebhookRecord } from '../contract.ts'
import { hostOf } from '../rules/wording.ts'
import { deleteWebhook, deliveriesQuery, retryWebhook, switchWebhook, testWebhook } from './client.ts'
import { DeliveryRow } from './DeliveryRow.tsx'
import classes from './Integrations.module.css'

const failed = (error: unknown) => notify(sentenceOf(error))

/** What the chosen webhook posted, and what waits. */
export function DeliveryLog({ webhook }: { webhook: WebhookRecord }) {
  const { id, url, is_active, waiting, failed: lost } = webhook
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesQuery(id))
  const test = useMutation({ mutationFn: () => testWebhook(id), onError: failed })
  const retry = useMutation({ mutationFn: () => retryWebhook(id), onError: failed })
  const deliveries = data?.pages.flatMap(page => page.data)
  return (
    <section className={classes.column} aria-label="Deliveries">
      <header className={classes.columnHead}>
        <h2>Deliveries</h2>
        <span className={classes.ellipsis}>{hostOf(url)}</span>
        {is_active && waiting + lost > 0 && (
          <Button variant="default" size="compact-sm" loading={retry.isPending} onClick={() => retry.mutate()}>
            Send {waiting + lost} again
          </Button>
        )}
        {is_active && (
          <Button variant="default" size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
        )}
        <WebhookMenu webhook={webhook} />
      </header>
      <Trouble webhook={webhook} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {deliveries?.length === 0 && <p className={classes.none}>Nothing was sent yet. Test sends an event now.</p>}
      <ul className={classes.list}>
        {deliveries?.map(delivery => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onRetry={() => void retryWebhook(id, delivery.id).catch(failed)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

/** Why nothing arrives, where nothing does. */
function Trouble({ webhook: { is_active, off_reason, failing_since } }: { webhook: WebhookRecord }) {
  const now = useNow(60_000)
  if (!is_active)
    return <p className={classes.trouble}>{off_reason ?? 'This webhook is off.'} What happens now is not sent.</p>
  if (failing_since === null) return null
  return (
    <p className={classes.trouble}>The receiver has been down since {ago(failing_since, now)}. Events wait for it.</p>
  )
}

function WebhookMenu({ webhook }: { webhook: WebhookRecord }) {
  const remove = useMutation({ mutationFn: () => deleteWebhook(webhook.id), onError: failed })
  const ask = async () => {
    const message = `${hostOf(webhook.url)} hears nothing any more, and its log is deleted.`
    if (await confirm({ title: 'Delete webhook', message, destructive: true })) remove.mutate()
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" aria-label="More for this webhook" loading={remove.isPending}>
          <IconDots size={15} stroke={1.6} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPower size={15} stroke={1.6} />} onClick={() => void switchWebhook(webhook)}>
          {webhook.is_active ? 'Switch off' : 'Switch on'}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void ask()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
