import activation from '../../../../resources/locales/en/activation.json' with { type: 'json' }
import activity from '../../../../resources/locales/en/activity.json' with { type: 'json' }
import bulk from '../../../../resources/locales/en/bulk.json' with { type: 'json' }
import calibration from '../../../../resources/locales/en/calibration.json' with { type: 'json' }
import connection from '../../../../resources/locales/en/connection.json' with { type: 'json' }
import connectionFile from '../../../../resources/locales/en/connection-file.json' with { type: 'json' }
import network from '../../../../resources/locales/en/network.json' with { type: 'json' }
import console from '../../../../resources/locales/en/console.json' with { type: 'json' }
import customers from '../../../../resources/locales/en/customers.json' with { type: 'json' }
import firstRun from '../../../../resources/locales/en/first-run.json' with { type: 'json' }
import help from '../../../../resources/locales/en/help.json' with { type: 'json' }
import hostnames from '../../../../resources/locales/en/hostnames.json' with { type: 'json' }
import maintenance from '../../../../resources/locales/en/maintenance.json' with { type: 'json' }
import missions from '../../../../resources/locales/en/missions.json' with { type: 'json' }
import settings from '../../../../resources/locales/en/settings.json' with { type: 'json' }
import vault from '../../../../resources/locales/en/vault.json' with { type: 'json' }

/** The words of the screens that are loaded when they are first shown. */
export const texts = {
  activation,
  activity,
  bulk,
  calibration,
  connection,
  connectionFile,
  console,
  customers,
  firstRun,
  help,
  hostnames,
  maintenance,
  missions,
  network,
  settings,
  vault,
}
