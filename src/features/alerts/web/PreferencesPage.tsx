import { Button, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import classes from '../../../platform/ui/VisitorPage.module.css'
import { UnknownLink, VisitorPage } from '../../../platform/ui/VisitorPage.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { AskFor } from '../../requests/web/pieces.tsx'
import { AlertFrequency, type Preferences } from '../contract/alerts.ts'
import { alertFrequencies, frequencyLabels } from '../rules/frequency.ts'
import { changePreferences, preferencesQuery, sendRequest } from './client.ts'

const frequencies = alertFrequencies.map(value => ({ value: String(value), label: frequencyLabels[value] }))

/** `/preferences/{token}`: how often a lead is written to, without signing in. */
export function PreferencesPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery(preferencesQuery(token))
  if (error && !data) return <UnknownLink />
  return <VisitorPage title="E-mail preferences">{data ? <Form token={token} data={data} /> : <Loading />}</VisitorPage>
}

function Form({ token, data }: { token: string; data: Preferences }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (feedback: Parameters<typeof changePreferences>[2]) => changePreferences(client, token, feedback),
  })
  const { subscribed, alerts, email, site_name } = data
  return (
    <>
      <h1>E-mail preferences</h1>
      <p>
        {subscribed
          ? `${email} gets an e-mail from ${site_name} when new homes match these searches.`
          : `${email} gets no e-mails about homes from ${site_name}.`}
      </p>
      {subscribed && (
        <ul className={classes.alerts}>
          {alerts.map(({ id, name, words, alert_frequency }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <span>{words.join(' · ')}</span>
              </div>
              <Select
                aria-label={`How often “${name}” is sent`}
                data={frequencies}
                value={String(alert_frequency)}
                allowDeselect={false}
                disabled={change.isPending}
                onChange={value =>
                  change.mutate({ alerts: [{ id, alert_frequency: AlertFrequency.parse(Number(value)) }] })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button
          size="md"
          variant={subscribed ? 'default' : 'filled'}
          loading={change.isPending}
          onClick={() => change.mutate({ subscribed: !subscribed })}
        >
          {subscribed ? 'Unsubscribe from all' : 'Subscribe again'}
        </Button>
      </div>
      <p role="status">{change.isSuccess && 'Saved.'}</p>
      {change.error && (
        <p className={classes.failure} role="alert">
          {sentenceOf(change.error)}
        </p>
      )}
      <AskFor
        kinds={['sell']}
        asking={null}
        agent={null}
        asked={data.requests}
        name={token}
        onSend={async fields => {
          const taken = await sendRequest(token, fields)
          // What was asked is still there when the page is left and opened again.
          await client.invalidateQueries(preferencesQuery(token))
          return taken
        }}
      />
    </>
  )
}
