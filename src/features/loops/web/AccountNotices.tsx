import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { DotloopAccount } from '../contract.ts'
import { changeSentences } from '../rules/changes.ts'
import classes from './AccountNotices.module.css'
import { turnOnChanges } from './client.ts'

/** Why no changes come of an account, and what is left of one that was revoked; nothing while all is well. */
export function AccountNotices({ account }: { account: DotloopAccount }) {
  const { problem, changes_problem, may_turn_on, left_behind } = account
  const turnOn = useMutation({
    mutationFn: turnOnChanges,
    onSuccess: () => void notify(changeSentences.turnedOn),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  return (
    <>
      {problem === null && changes_problem !== null && (
        <div className={classes.notice} role="status">
          <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
          <span>{changes_problem}</span>
          {may_turn_on && (
            <Button variant="default" size="xs" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
              Turn on again
            </Button>
          )}
        </div>
      )}
      {left_behind !== null && (
        <div className={classes.notice} role="status">
          <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
          <span>{left_behind}</span>
        </div>
      )}
    </>
  )
}
