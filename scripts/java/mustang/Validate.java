import org.mustangproject.validator.ZUGFeRDValidator;

/** Prints one line for each electronic invoice: PASS or FAIL, its path, and the report of the validator. */
public class Validate {
  public static void main(String[] files) {
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(file).replaceAll("\\s+", " ");
      System.out.println((validator.wasCompletelyValid() ? "PASS " : "FAIL ") + file + " " + report);
    }
  }
}
