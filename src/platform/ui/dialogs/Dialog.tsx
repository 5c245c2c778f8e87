import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './useFocusBack.ts'

/** A dialog over the page, from which the focus goes back to where it came from. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  return <Modal {...props} />
}
