import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

interface BannerProps {
  /** Amber for maintenance, inverse for possession, plain for everything else. */
  tone: 'amber' | 'inverse' | 'plain'
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
}

/** A line above the whole shell, 34 high. */
export function Banner({ tone, icon, children, action, onDismiss }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      {icon}
      <span className={classes.text}>{children}</span>
      <span className={classes.action}>{action}</span>
      {onDismiss && (
        <button type="button" className={classes.close} onClick={onDismiss} aria-label="Dismiss">
          <IconX size={15} stroke={1.6} />
        </button>
      )}
    </div>
  )
}
