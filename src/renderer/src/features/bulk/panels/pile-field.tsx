import { useTranslation } from 'react-i18next'
import { linesOf } from '../../../state/pile-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PileAnswer } from '../../scan/pile-answer.tsx'
import { PileTrouble } from '../../scan/pile-trouble.tsx'
import type { BulkPile } from '../use-bulk-pile.ts'

/** Box after box into one field, by scanner, keyboard or paste; each scan is answered by a sound and a line. */
export function PileField({ pile, onTake }: { readonly pile: BulkPile; readonly onTake: (text: string) => void }) {
  const { t } = useTranslation()
  const { store, scans, text, trouble } = pile
  const count = linesOf(text).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <PileAnswer scans={scans} />
      <PileTrouble trouble={trouble} />
      <TextField
        label={t('bulk.source.pile')}
        hint={t('bulk.source.pileHint')}
        rows={5}
        figures
        value={text}
        onChange={pile.type}
      />
      <div>
        <Button
          isDisabled={count === 0}
          onPress={() => {
            onTake(store.take())
          }}
        >
          {count === 0 ? t('bulk.source.takeNothing') : t('bulk.source.takePile', { count })}
        </Button>
      </div>
    </div>
  )
}
