import type { ComponentProps } from 'react'
import classes from './PlainField.module.css'

/** A field for sentences without a frame of its own, which grows with them; the form around it shows the focus. */
export function PlainField(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={classes.text} />
}
