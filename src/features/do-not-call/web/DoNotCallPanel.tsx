import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameActions, FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { count } from '../../../platform/web/text.ts'
import { calendarDay } from '../../../platform/web/time/time.ts'
import type { ListInForce } from '../contract.ts'
import { ageText, MAX_AGE_DAYS } from '../rules.ts'
import { CheckNumber } from './CheckNumber.tsx'
import { importedListsQuery, listInForceQuery, lookInFolder } from './client.ts'
import classes from './DoNotCall.module.css'
import { ImportHistory } from './ImportHistory.tsx'
import { ImportList } from './ImportList.tsx'

/** The national do-not-call list: which one is in force, and how to bring in the next. */
export function DoNotCallPanel() {
  const [isImporting, setImporting] = useState(false)
  const { data, error, refetch } = useQuery(listInForceQuery)
  const { data: imports } = useQuery(importedListsQuery(1))
  return (
    <>
      <FrameActions>
        {imports?.has_folder && <LookInFolder />}
        <Button onClick={() => setImporting(true)}>Import a list</Button>
      </FrameActions>
      <FrameSection title="In force">
        <div className={classes.section}>
          {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading />}
          {data && (data.list ? <InForce list={data.list} /> : <NoList />)}
          {data?.list && <CheckNumber />}
        </div>
      </FrameSection>
      <FrameSection title="Imports">
        <ImportHistory />
      </FrameSection>
      {isImporting && <ImportList onClose={() => setImporting(false)} />}
    </>
  )
}

function InForce({ list: { obtained_on, age_days, is_too_old, numbers, area_codes } }: { list: ListInForce }) {
  const left = MAX_AGE_DAYS - age_days
  return (
    <>
      <div className={classes.state} data-warns={left <= 7 || undefined} role="status">
        {is_too_old
          ? `This list is ${ageText(age_days)} and is not relied on any more: only leads with a recent inquiry, a deal or express consent can be called.`
          : `Calls and texts are held against this list. Import the next one within ${left === 1 ? '1 day' : `${left} days`}.`}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Obtained</dt>
          <dd>
            {calendarDay(obtained_on)}, {ageText(age_days)}
          </dd>
        </div>
        <div>
          <dt>Numbers</dt>
          <dd>{count(numbers)}</dd>
        </div>
        <div>
          <dt>Area codes</dt>
          <dd>{area_codes.join(', ')}</dd>
        </div>
      </dl>
    </>
  )
}

function NoList() {
  return (
    <div className={classes.state} data-warns role="status">
      No list has been imported yet, so calls and texts are not held against one. A brokerage that calls people who did
      not ask it to needs a subscription to the national list.
    </div>
  )
}

function LookInFolder() {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: lookInFolder })
  const said = error ? sentenceOf(error) : data && data.list === null ? 'Nothing new in the folder.' : ''
  return (
    <>
      <span className={classes.quiet} role="status">
        {said}
      </span>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Look in the folder
      </Button>
    </>
  )
}
