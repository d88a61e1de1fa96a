import { useId, useState } from 'react'
import { fetchThirdParty, type ThirdParty } from '../../../../shared/domain/third-party.ts'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Lists the third-party software in Setdesk with its licences. The list is fetched from the app's own files on demand. */
export function ThirdPartyLicences() {
  const id = useId()
  const [shown, setShown] = useState<ThirdParty | 'failed'>()
  const isOpen = shown !== undefined && shown !== 'failed'
  const toggle = async () => setShown(isOpen ? undefined : await fetchThirdParty().catch(() => 'failed'))
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <Button aria-expanded={isOpen} aria-controls={id} onPress={() => void toggle()}>
        {t('settings.about.licencesShow')}
      </Button>
      {shown === 'failed' ? <Notice tone="bad">{t('settings.about.licencesFailed')}</Notice> : undefined}
      <ul id={id} aria-label={t('settings.about.licences')} hidden={!isOpen} className="w-full divide-y divide-line">
        {isOpen
          ? shown.parts.map((part) => <Part key={`${part.name} ${part.version}`} part={part} texts={shown.texts} />)
          : []}
      </ul>
    </div>
  )
}

interface PartProps {
  readonly part: ThirdParty['parts'][number]
  readonly texts: ThirdParty['texts']
}

/** A line for one piece of software, which opens to show the text of its licence. */
function Part({ part: { name, version, licence, text }, texts }: PartProps) {
  return (
    <li translate="no">
      <details>
        <summary className="cursor-pointer py-1.5 [overflow-wrap:anywhere]">
          <span className="font-semibold">{name}</span> {version} <span className="text-soft">{licence}</span>
        </summary>
        <pre dir="ltr" className="pb-4 text-small whitespace-pre-wrap select-text">
          {texts[text]}
        </pre>
      </details>
    </li>
  )
}
