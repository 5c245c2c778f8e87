import type { MantineThemeComponents } from '@mantine/core'
import classes from './controls.module.css'

const heights: Record<string, string> = { xs: '24px', sm: '28px', md: '32px', lg: '40px', xl: '44px' }
const heightOf = (size: string | number | undefined) => heights[String(size ?? 'sm')] ?? '28px'

/** Open menus lie over the cards and notices of the window's corners, which nobody opened. */
const OVER_NOTICES = 510

interface Sized {
  size?: string | number
  variant?: string
  color?: string
}

/** A quiet button is grey until it is pointed at; only a colour that was asked for stays. */
const quietColors = ({ variant, color }: Sized): Record<string, string> =>
  variant === 'subtle' && !color
    ? {
        '--button-color': 'var(--kt-ink-2)',
        '--button-hover': 'var(--kt-press)',
        '--button-hover-color': 'var(--kt-ink)',
      }
    : {}

/** The list of choices scrolls by itself: it is the list box that the field's keys move in, and needs no tab stop of its own. */
const plainList = { withScrollArea: false, classNames: { options: classes.options } }

/** How Mantine's own controls look here: 28 high, 24 in bars (`xs`), 32 in headers (`md`), 40 for claims (`lg`). */
export const controls: MantineThemeComponents = {
  Button: {
    defaultProps: { size: 'sm' },
    classNames: { root: classes.button },
    vars: (_theme: unknown, { size, ...rest }: Sized) => ({
      root: {
        ...quietColors(rest),
        '--button-height': heightOf(size),
        '--button-padding-x': size === 'xs' ? '8px' : size === 'lg' || size === 'xl' ? '16px' : '10px',
        '--button-fz': size === 'xs' ? '12px' : '13px',
      },
    }),
  },
  ActionIcon: {
    defaultProps: { size: 'sm', variant: 'subtle', color: 'gray' },
    classNames: { root: classes.actionIcon },
    vars: (_theme: unknown, { size }: Sized) => ({
      root: typeof size === 'number' ? {} : { '--ai-size': heightOf(size) },
    }),
  },
  Input: {
    defaultProps: { size: 'sm' },
    classNames: { input: classes.input },
    vars: (_theme: unknown, { size }: Sized) => ({
      wrapper: { '--input-height': size === 'xs' ? '28px' : size === 'lg' ? '40px' : '32px', '--input-fz': '13px' },
    }),
  },
  InputWrapper: {
    classNames: { label: classes.label, error: classes.error, description: classes.description },
  },
  TextInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm', autosize: true, minRows: 3 } },
  Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', ...plainList } },
  MultiSelect: { defaultProps: { size: 'sm', checkIconPosition: 'right', ...plainList } },
  TagsInput: { defaultProps: { size: 'sm', ...plainList } },
  Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  SegmentedControl: { classNames: { label: classes.segment } },
  Tooltip: {
    defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 120 } },
    classNames: { tooltip: classes.tooltip },
  },
  Popover: {
    defaultProps: { shadow: 'md', radius: 'md', zIndex: OVER_NOTICES, transitionProps: { duration: 120 } },
    classNames: { dropdown: classes.dropdown },
  },
  Menu: {
    // An open menu has the focus on its first item: anything else in it that takes the focus is not for menus.
    defaultProps: {
      shadow: 'md',
      radius: 'md',
      zIndex: OVER_NOTICES,
      transitionProps: { duration: 120 },
      withInitialFocusPlaceholder: false,
    },
    classNames: { dropdown: classes.dropdown, item: classes.menuItem, label: classes.menuLabel },
  },
  Modal: {
    defaultProps: {
      radius: 'lg',
      shadow: 'xl',
      centered: false,
      yOffset: '10vh',
      transitionProps: { transition: 'pop', duration: 160, exitDuration: 100 },
      overlayProps: { color: 'var(--kt-scrim)', backgroundOpacity: 1 },
      closeButtonProps: { 'aria-label': 'Close' },
      // Its head is an element that stands for the banner of a page, of which there is one already.
      attributes: { header: { role: 'presentation' } },
    },
    classNames: {
      content: classes.modal,
      header: classes.modalHeader,
      title: classes.modalTitle,
      body: classes.modalBody,
    },
  },
}
