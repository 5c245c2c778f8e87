import { Link } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'

interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address inside the CRM that comes from data, such as the navigation table. */
  to: string
}

/** A link to an address that comes from data; addresses written in code use the router's own typed `Link`. */
export const AppLink = Link as unknown as ComponentType<AppLinkProps>
