// MetaTrader 5: its name for itself, and the values that only it has.

const string PLATFORM = "MT5";
const string HISTORY_KIND = "mt5_deals";
/** ERR_FUNCTION_NOT_ALLOWED: the address is not in the terminal's list. */
const int ADDRESS_NOT_ALLOWED = 4014;

int MoneyDigits()
{
  return (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS);
}

string MarginModeField()
{
  switch ((ENUM_ACCOUNT_MARGIN_MODE)AccountInfoInteger(ACCOUNT_MARGIN_MODE))
  {
    case ACCOUNT_MARGIN_MODE_RETAIL_HEDGING:
      return ",\"margin_mode\":\"hedging\"";
    case ACCOUNT_MARGIN_MODE_EXCHANGE:
      return ",\"margin_mode\":\"exchange\"";
    default:
      return ",\"margin_mode\":\"netting\"";
  }
}

/** Computed from the PC's clock: the server compares it, and never relies on it. */
string ServerTimeField()
{
  return ",\"server\":" + IntegerToString((long)TimeTradeServer());
}
