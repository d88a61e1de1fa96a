import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PutDocument } from '../../policy/put-document.tsx'

/** Gives a document of the operator to all computers or a group. It stays open, because there may be several. */
export function PutDocumentDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title={t('settings.documents.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <PutDocument />
    </Dialog>
  )
}
