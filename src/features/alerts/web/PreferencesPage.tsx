import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import classes from '../../../product/VisitorPage.module.css'
import { UnknownLink, VisitorPage } from '../../../product/VisitorPage.tsx'
import { AskFor } from '../../requests/web/pieces.tsx'
import { AlertFrequency, alertCalls, type Preferences } from '../contract/alerts.ts'
import { alertFrequencies, frequencyLabels } from '../rules/frequency.ts'
import { changePreferences, preferencesQuery, refetchPreferences } from './client.ts'

const frequencies = alertFrequencies.map(value => ({ value: String(value), label: frequencyLabels[value] }))

/** `/preferences/{token}`: how often a lead is written to, without signing in. */
export function PreferencesPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery(preferencesQuery(token))
  if (error && !data) return <UnknownLink />
  return <VisitorPage title="E-mail preferences">{data ? <Form token={token} data={data} /> : <Loading />}</VisitorPage>
}

function Form({ token, data }: { token: string; data: Preferences }) {
  const change = useMutation({ mutationFn: changePreferences })
  const { subscribed, no_email, alerts, email, site_name } = data
  return (
    <>
      <h1>E-mail preferences</h1>
      <p>
        {subscribed
          ? `${email} gets an e-mail from ${site_name} when new homes match these searches.`
          : no_email
            ? `${email} gets no e-mail at all from ${site_name}, not even about showings that you ask for.`
            : `${email} gets no e-mails about homes from ${site_name}. Showings and requests of your own are still answered.`}
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
                  change.mutate({ token, alerts: [{ id, alert_frequency: AlertFrequency.parse(Number(value)) }] })
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
          onClick={() => change.mutate({ token, subscribed: !subscribed })}
        >
          {subscribed ? 'Unsubscribe from all' : 'Subscribe again'}
        </Button>
        <Button
          size="md"
          variant="subtle"
          disabled={change.isPending}
          onClick={() => change.mutate({ token, no_email: !no_email })}
        >
          {no_email ? 'Answer my requests by e-mail' : 'No e-mail at all'}
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
        ask={{ call: alertCalls.request, token }}
        // What was asked is still there when the page is left and opened again.
        onAsked={() => void refetchPreferences(token)}
      />
    </>
  )
}
