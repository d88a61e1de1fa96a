import { CircleAlert, GraduationCap, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useCall } from '../../bridge/use-call.ts'
import { sumUnsent, paths, queuePath, settingsPath } from '../../routes.ts'
import { useActiveConnection, useDesk, useSnapshot } from '../../state/desk.tsx'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen } from '../../ui/format-time.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { ReleaseDialog } from '../keeping/release-dialog.tsx'
import { screenOf } from './screen-of.ts'
import { listBanners, type Banner, type BannerAct } from './banners.ts'

const looks = {
  info: { look: 'bg-saved-tint text-saved', icon: Info },
  good: { look: 'bg-done-tint text-done', icon: Info },
  warning: { look: 'bg-waiting-tint text-waiting', icon: TriangleAlert },
  bad: { look: 'bg-refused-tint text-refused', icon: CircleAlert },
  training: { look: 'bg-unconfirmed-tint text-unconfirmed', icon: GraduationCap },
} as const satisfies Record<Banner['tone'], unknown>

/** Important messages above the screen, one line each, with a button to act on them. */
export function BannerStack() {
  const snapshot = useSnapshot((whole) => whole)
  const { t } = useTranslation()
  const now = useNow()
  const banners = listBanners(snapshot, now)
  if (banners.length === 0) return undefined
  return (
    <section aria-label={t('frame.banners.label')} className="print:hidden">
      {banners.map((banner) => (
        <BannerLine key={banner.code} banner={banner} now={now} />
      ))}
    </section>
  )
}

function BannerLine({ banner, now }: { readonly banner: Banner; readonly now: number }) {
  const { t } = useTranslation()
  const { storage, vault, counts } = useSnapshot((whole) => whole)
  const view = useActiveConnection()
  const active = view?.settings
  const words = {
    answer: view?.link.words ?? '',
    name: active?.name ?? '',
    folder: storage.folder,
    count: banner.oldest === undefined ? sumUnsent(counts) : (active?.unsentHours ?? 0),
    since: formatWhen(banner.oldest ?? 0, now),
    limit: active?.unsentLimit ?? 0,
    jobs: banner.notice?.jobs ?? 0,
    from: banner.notice?.from ?? '',
  }
  const [path] = useLocation()
  // Only the settings need the button: every other screen asks for the passphrase itself.
  const isElsewhere = screenOf(path) === 'settings'
  const { look, icon: Icon } = looks[banner.tone]
  return (
    <div
      role={banner.tone === 'bad' ? 'alert' : 'status'}
      data-banner={banner.code}
      className={joinClasses(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-body',
        look,
      )}
    >
      <Icon aria-hidden size="1rem" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <span className="font-semibold">{t(`frame.banners.${banner.code}`, words)}</span>
        {banner.code === 'training' && vault.protection === 'training-file' ? (
          <span className="ml-2 text-small">{t('frame.banners.training-file')}</span>
        ) : undefined}
      </p>
      {banner.act === undefined || (banner.act === 'unlock' && !isElsewhere) ? undefined : (
        <BannerButton act={banner.act} />
      )}
      {banner.otherwise === undefined ? undefined : <BannerButton act={banner.otherwise} />}
    </div>
  )
}

function BannerButton({ act }: { readonly act: BannerAct }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [, navigate] = useLocation()
  const resume = useCall('queue.resume')
  const clear = useCall('keeping.clear-notices')
  const accept = useCall('queue.accept-answer')
  const [isAsking, setAsking] = useState(false)
  const acts: Readonly<Record<BannerAct, () => void>> = {
    unlock: () => {
      navigate(paths.home)
    },
    token: () => {
      view.open('token')
    },
    resume: () => void resume.run({}),
    'accept-answer': () => void accept.run({}),
    unsent: () => {
      navigate(queuePath('saved'))
    },
    protection: () => {
      navigate(settingsPath('privacy'))
    },
    keeping: () => {
      navigate(settingsPath('privacy'))
    },
    release: () => {
      setAsking(true)
    },
    understood: () => void clear.run({}),
  }
  return (
    <>
      <Button size="small" onPress={acts[act]} isDisabled={resume.isBusy || clear.isBusy || accept.isBusy}>
        {t(`frame.acts.${act}`)}
      </Button>
      {isAsking ? (
        <ReleaseDialog
          onClose={() => {
            setAsking(false)
          }}
        />
      ) : undefined}
    </>
  )
}
