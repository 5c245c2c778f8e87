import { Button } from '@mantine/core'
import type { SavedView } from '../contract.ts'
import type { ViewActions } from './useViewActions.ts'
import classes from './Views.module.css'

/** The filters differ from the open view: keep them in it, or go back to it. */
export function ChangedView({ view, actions }: { view: SavedView; actions: ViewActions }) {
  return (
    <span className={classes.changed}>
      <span className={classes.changedWord}>changed</span>
      {view.may_change && (
        <Button
          size="xs"
          variant="light"
          aria-label={`Save the changes to ${view.name}`}
          onClick={() => actions.keep(view)}
        >
          Save
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        aria-label={`Revert to the saved ${view.name}`}
        onClick={() => actions.open(view)}
      >
        Revert
      </Button>
    </span>
  )
}
