import classes from './TemplateList.module.css'

const ROWS = 8

/** The list while it is on its way: the grid of its rows. */
export function WaitingList() {
  return (
    <div className={classes.list} role="status" aria-label="Loading templates">
      <div className={classes.bar} />
      <div className={classes.head} />
      {Array.from({ length: ROWS }, (_row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything
        <span key={index} className={classes.row}>
          <i className={classes.wait} />
        </span>
      ))}
    </div>
  )
}
