import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../components/account.tsx';
import { localToday } from './today.ts';

interface AccountAlarmProps {
  /** The account on the invoice. */
  account: string;
  /** Those that the supplier was paid to before; none where they are not there any more. */
  known: string[];
  /** Another supplier whose account it is; null where it is nobody's that is known. */
  accountOf: string | null;
  /** When the supplier's last invoice was confirmed, YYYY-MM-DD; null where nothing is known of it. */
  lastKnown: string | null;
  checked: boolean;
  /** Null where nothing warns of it, as of an account that is typed: it needs no answer. */
  seen: boolean | null;
  onChecked: (checked: boolean) => void;
  /** It was read, and is not checked yet. */
  onSeen: () => void;
  /** Goes to the account's field. */
  onWrong: () => void;
}

/** An account that is another one than before: what differs, and a decision that confirming the invoice does not take. */
export function AccountAlarm(props: AccountAlarmProps) {
  const { account, known, checked, seen, onChecked, onSeen, onWrong } = props;
  const { t } = useTranslation();
  const worse = useWhatIsWorse(props);
  const nearest = known.toSorted((a, b) => differing(account, a).length - differing(account, b).length)[0];
  return (
    <section className="alarm" aria-label={t('warning.iban_changed')}>
      <h2>{t('warning.iban_changed')}</h2>
      <dl>
        <div>
          <dt>{t('account.here')}</dt>
          <dd>
            <Compared account={account} to={nearest} />
          </dd>
        </div>
        <div>
          <dt>{t('account.known', { count: known.length })}</dt>
          {known.length === 0 && <dd className="quiet">{t('account.gone')}</dd>}
          {known.map((each) => (
            <dd key={each}>
              <Compared account={each} to={account} />
            </dd>
          ))}
        </div>
      </dl>
      {worse.map((words) => (
        <Text key={words} fz="sm" fw={700} className="wrong">
          {words}
        </Text>
      ))}
      <Text fz="sm">{t('account.how')}</Text>
      <Group gap="xs" my={8}>
        <Button
          size="xs"
          variant={checked ? 'filled' : 'default'}
          color="cyan.9"
          aria-pressed={checked}
          onClick={() => onChecked(!checked)}
        >
          {checked && '✓ '}
          {t('account.checked')}
        </Button>
        {seen !== null && (
          <Button
            size="xs"
            variant={seen && !checked ? 'filled' : 'default'}
            color="cyan.9"
            aria-pressed={seen && !checked}
            data-warning={seen || checked ? undefined : 'iban_changed'}
            onClick={onSeen}
          >
            {seen && !checked && '✓ '}
            {t('account.notYet')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onWrong}>
          {t('account.wrong')}
        </Button>
      </Group>
      <Text fz="sm" role="status">
        {t(checked ? 'account.willBeKnown' : 'account.staysUnknown')}
      </Text>
    </section>
  );
}

/** What makes another account more likely to be a forged one. */
function useWhatIsWorse({ account, known, accountOf, lastKnown }: AccountAlarmProps): string[] {
  const { t, i18n } = useTranslation();
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region', fallback: 'code' });
  const country = (iban: string): string => {
    const code = iban.slice(0, 2);
    return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
  };
  const before = [...new Set(known.map(country))];
  const isAbroad = known.length > 0 && account !== '' && !before.includes(country(account));
  const today = localToday();
  const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return [
    ...(accountOf === null ? [] : [t('account.ofAnother', { supplier: accountOf })]),
    ...(isAbroad ? [t('account.otherCountry', { here: country(account), before: before.join(', ') })] : []),
    ...(lastKnown !== null && lastKnown < aYearAgo ? [t('account.afterAYear')] : []),
  ];
}

/** In groups of four, those marked that are other ones than in the account beside it. */
function Compared({ account, to }: { account: string; to: string | undefined }) {
  const { t } = useTranslation();
  const marked = to === undefined ? [] : differing(account, to);
  return (
    <span className="account">
      {groupsOf(account).map((group, index) => {
        const Group = marked.includes(index) ? 'mark' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name than their place
        return <Group key={index}>{group}</Group>;
      })}
      {marked.length > 0 && (
        <span className="for-readers">
          {t('account.differs', { count: marked.length, groups: marked.map((index) => index + 1).join(', ') })}
        </span>
      )}
    </span>
  );
}

/** Which groups of an account are not the same in another one, counted from 0. */
function differing(account: string, other: string): number[] {
  const others = groupsOf(other);
  return groupsOf(account).flatMap((group, index) => (group === others[index] ? [] : [index]));
}
