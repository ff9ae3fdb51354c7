// One advisor for an account in a terminal: a second one, on another chart, waits.

/** Milliseconds after which the lock's holder counts as gone: far longer than a request lasts where names resolve slowly. */
const uint LOCK_EXPIRES = 120000;
/** Values of the lock are owner * LOCK_SHIFT + tick counter, below 2^53: one number, changed at once, holds both. */
const double LOCK_SHIFT = 4294967296.0;

/** This advisor's number among those of the terminal, 1 to 2^20; 0 until it is drawn. */
int g_lock_owner = 0;

string LockName(const long login)
{
  return "TopTrader." + IntegerToString(login);
}

/** Two advisors that start in the same millisecond are on two charts: the chart is part of the draw. */
void DrawLockOwner()
{
  if (g_lock_owner > 0)
    return;
  MathSrand((int)(GetTickCount() & 0x3FFFFFFF) ^ (int)(ChartID() & 0x3FFFFFFF));
  g_lock_owner = 1 + ((MathRand() << 5) ^ MathRand()) % 1048575;
}

/** Takes or renews the lock. False while another advisor holds it. The variable is temporary: it ends with the terminal. */
bool HoldLock(const long login)
{
  string name = LockName(login);
  if (!GlobalVariableCheck(name))
    GlobalVariableTemp(name);
  double held = GlobalVariableGet(name);
  double owner = MathFloor(held / LOCK_SHIFT);
  uint counter = GetTickCount();
  uint age = counter - (uint)(held - owner * LOCK_SHIFT);
  if (held > 0.0 && (int)owner != g_lock_owner && age < LOCK_EXPIRES)
    return false;
  return GlobalVariableSetOnCondition(name, (double)g_lock_owner * LOCK_SHIFT + (double)counter, held);
}

void ReleaseLock(const long login)
{
  string name = LockName(login);
  if (GlobalVariableCheck(name) && (int)MathFloor(GlobalVariableGet(name) / LOCK_SHIFT) == g_lock_owner)
    GlobalVariableDel(name);
}
